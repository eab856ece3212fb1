// @modelcontextprotocol/sdk 1.x: the handshake era, over Streamable HTTP and stdio.

import { after, before } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { checks } from './checks.mjs';
import { inventory } from './inventory.mjs';

let example;
before(async () => { example = await inventory(); });
after(() => example.stop());

async function connect(transport) {
  const client = new Client({ name: 'interop-sdk1', version: '1.0.0' });
  // The client keeps the version to itself and hands it to the transport, where there is one to tell.
  let version;
  const tell = transport.setProtocolVersion?.bind(transport);
  transport.setProtocolVersion = (v) => { version = v; tell?.(v); };
  await client.connect(transport);
  return { client, version, close: () => client.close() };
}

checks('sdk 1.x over HTTP', '2025-11-25', () => connect(new StreamableHTTPClientTransport(new URL(example.url))));
checks('sdk 1.x over stdio', '2025-11-25', () => connect(new StdioClientTransport({ ...example.stdio, stderr: 'ignore' })));
