// @modelcontextprotocol/client 2.x: both eras, over Streamable HTTP and stdio.

import { after, before } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { checks } from './checks.mjs';
import { inventory } from './inventory.mjs';

let example;
before(async () => { example = await inventory(); });
after(() => example.stop());

const eras = [
  { name: 'by probing', mode: 'auto', version: '2026-07-28' },
  { name: 'pinned', mode: { pin: '2026-07-28' }, version: '2026-07-28' },
  { name: 'by handshake', mode: 'legacy', version: '2025-11-25' },
];

async function connect(transport, mode) {
  const client = new Client({ name: 'interop-client2', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return { client, version: client.getNegotiatedProtocolVersion(), close: () => client.close() };
}

for (const { name, mode, version } of eras) {
  checks(`client 2.x over HTTP, ${name}`, version,
    () => connect(new StreamableHTTPClientTransport(new URL(example.url)), mode));
  checks(`client 2.x over stdio, ${name}`, version,
    () => connect(new StdioClientTransport({ ...example.stdio, stderr: 'ignore' }), mode));
}
