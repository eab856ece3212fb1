// @modelcontextprotocol/sdk 1.x signs in: the handshake era.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { App } from './app.mjs';
import { Person } from './person.mjs';
import { story, succeeded } from './story.mjs';
import { world as makeWorld, worlds } from './world.mjs';

function open(url, app, fetch = globalThis.fetch) {
  const client = new Client({ name: 'interop-sdk1', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: app, fetch });
  return { client, connect: () => client.connect(transport), finish: (params) => transport.finishAuth(params.get('code')) };
}

// This client refreshes when it is told that a scope is missing and it holds a refresh token, and a refresh grants no more
// than before. An application of this version that steps up registers without refresh tokens, or forgets the tokens first.
const stepsUp = ['authorization_code'];

for (const [where, servers] of Object.entries(worlds)) {
  let world;
  before(async () => { world = await makeWorld(where); });
  after(() => world.stop());
  story(`sdk 1.x at ${where}`, servers, () => world, { open, UnauthorizedError, stepsUp });
  test(`sdk 1.x at ${where}, with a refresh token, stops at the 403 instead of looping`, (t) => stopsAt403(t, world));
}

async function stopsAt403(t, world) {
  const app = new App(new Person());
  let calls = 0;
  const counted = (url, init) => { if (String(url) === world.open && init?.body) calls++; return fetch(url, init); };
  const connection = open(world.open, app, counted);
  t.after(() => connection.client.close());
  await connection.connect();
  const read = { name: 'check_inventory', arguments: { product_sku: 'SKU-4421', warehouse: 'Chicago' } };
  await assert.rejects(connection.client.callTool(read), UnauthorizedError);
  await connection.finish(app.answer());
  succeeded(await connection.client.callTool(read));

  calls = 0;
  const write = { name: 'create_reorder', arguments: { product_sku: 'SKU-4421', warehouse: 'Chicago', units: 1, request_key: 'loop' } };
  await assert.rejects(connection.client.callTool(write), { code: 403 });
  assert.deepEqual({ calls, asked: app.person.asked.length }, { calls: 2, asked: 1 });
}
