// @modelcontextprotocol/client 2.x signs in, in both eras.

import { after, before } from 'node:test';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { story } from './story.mjs';
import { world as makeWorld, worlds } from './world.mjs';

const opens = (mode) => (url, app) => {
  const client = new Client({ name: 'interop-client2', version: '1.0.0' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: app });
  return { client, connect: () => client.connect(transport), finish: (params) => transport.finishAuth(params) };
};

const stepsUp = ['authorization_code', 'refresh_token'];

for (const [where, servers] of Object.entries(worlds)) {
  let world;
  before(async () => { world = await makeWorld(where); });
  after(() => world.stop());
  for (const [name, mode] of [['by probing', 'auto'], ['by handshake', 'legacy']]) {
    story(`client 2.x, ${name}, at ${where}`, servers, () => world, { open: opens(mode), UnauthorizedError, stepsUp });
  }
}
