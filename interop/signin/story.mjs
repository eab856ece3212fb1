// What every JavaScript client goes through, whatever its version or era: sign in, read, step up, read again, refresh, and be
// refused with a token made for another server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { App } from './app.mjs';
import { Person } from './person.mjs';

const read = { name: 'check_inventory', arguments: { product_sku: 'SKU-4421', warehouse: 'Chicago' } };
const write = { name: 'create_reorder', arguments: { product_sku: 'SKU-4421', warehouse: 'Chicago', units: 12, request_key: 'interop-signin' } };

/**
 * Tells the story of one client at the servers named. open(url, app) makes { client, connect, finish }: connect opens a connection, finish(params)
 * hands over what the browser brought back; UnauthorizedError is what the SDK throws when the person was sent to sign in.
 * `stepsUp` are the grants with which the client can step up by itself.
 */
export function story(name, servers, world, { open, UnauthorizedError, stepsUp }) {
  /** Connects, and signs in when the server asks for that first. */
  async function connect(url, app) {
    for (let i = 0; i < 2; i++) {
      const connection = open(url, app);
      try {
        await connection.connect();
        return connection;
      } catch (err) {
        if (!(err instanceof UnauthorizedError)) throw err;
        await connection.finish(app.answer());
        await connection.client.close();
      }
    }
    throw new Error('asked to sign in twice in a row');
  }

  /** Calls a tool, and signs in when the server asks for that. */
  async function call(connection, app, params) {
    try {
      return await connection.client.callTool(params);
    } catch (err) {
      if (!(err instanceof UnauthorizedError)) throw err;
      await connection.finish(app.answer());
      return connection.client.callTool(params);
    }
  }

  for (const discovery of servers) {
    const url = () => world()[discovery];
    const asksOf = (person) => person.asked.map((a) => a.scope.split(' ').filter((s) => s.startsWith('inventory:')).sort().join(' '));

    test(`${name}, discovery ${discovery}: reads, steps up to write, reads again`, async (t) => {
      const app = new App(new Person(), { grants: stepsUp });
      const connection = await connect(url(), app);
      t.after(() => connection.client.close());
      const { tools } = await connection.client.listTools();
      assert.ok(tools.some((tool) => tool.name === write.name), 'a tool that the caller may not use yet is listed all the same');
      assert.deepEqual(asksOf(app.person), discovery === 'open' ? [] : ['inventory:read']);

      const { subject } = succeeded(await call(connection, app, read));
      if (world().tells) assert.equal(subject, app.person.name, 'the handler sees who signed in');
      const [first] = app.person.asked;
      assert.deepEqual(
        { resource: first.resource, method: first.code_challenge_method, type: first.response_type },
        { resource: url(), method: 'S256', type: 'code' },
      );
      assert.deepEqual(asksOf(app.person), ['inventory:read']);

      succeeded(await call(connection, app, write));
      succeeded(await call(connection, app, read)); // what was granted before is still granted
      assert.deepEqual(asksOf(app.person), ['inventory:read', 'inventory:read inventory:write']);
    });

    test(`${name}, discovery ${discovery}: refreshes a token that has ended, and nobody is asked`, async (t) => {
      const app = new App(new Person());
      const connection = open(url(), app);
      t.after(() => connection.client.close());
      await world().withEndedToken(app, () => signInOnly(connection, app));
      const { access_token: ended } = app.tokens();

      const again = await connect(url(), app);
      t.after(() => again.client.close());
      succeeded(await call(again, app, read));
      assert.deepEqual({ asked: app.person.asked.length, refreshes: app.refreshes }, { asked: 1, refreshes: 1 });
      assert.notEqual(app.tokens().access_token, ended);
    });

    test(`${name}, discovery ${discovery}: a token made for another server is refused, and the person is asked anew`, async (t) => {
      const there = new App(new Person('eve'));
      const elsewhere = await connect(world().other, there);
      t.after(() => elsewhere.client.close());
      succeeded(await call(elsewhere, there, read));

      const response = await fetch(url(), { method: 'POST', ...request('tools/call', read, there.tokens().access_token) });
      assert.equal(response.status, 401);
      assert.match(response.headers.get('www-authenticate'), /^Bearer .*error="invalid_token"/);
      assert.doesNotMatch(await response.text(), /"isError":\s*false|structuredContent/);

      const here = new App(new Person('eve')).withTokenOf(there);
      const connection = open(url(), here);
      t.after(() => connection.client.close());
      await assert.rejects(connection.connect().then(() => connection.client.callTool(read)), UnauthorizedError);
      assert.equal(here.person.asked.length, 1);
    });
  }

  /** Signs in without using what that gave: the connection, or the first call, stops where the person comes back. */
  async function signInOnly(connection, app) {
    await assert.rejects(connection.connect().then(() => connection.client.callTool(read)), UnauthorizedError);
    await connection.finish(app.answer());
  }
}

/** What a tool answered; fails unless that is a result. */
export function succeeded(result) {
  assert.ok(!result.isError, JSON.stringify(result.content));
  assert.ok(result.structuredContent);
  return result.structuredContent;
}

/** A request of the handshake era as fetch takes it, from a client that keeps no session. */
export function request(method, params, token, headers = {}) {
  return {
    headers: {
      'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25',
      ...(token && { authorization: `Bearer ${token}` }), ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  };
}
