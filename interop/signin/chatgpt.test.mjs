// ChatGPT as a server meets it, from an account that never linked: it lists the tools without a token, calls one that needs
// one, reads the challenge inside the result, signs in with its own redirect URI and calls again. Everybody else gets the same
// challenge as HTTP has it. Sent by hand, since the client itself is not to be had
// (developers.openai.com/plugins/build/auth, read 2026-11-29).

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { Person } from './person.mjs';
import { world as makeWorld } from './world.mjs';

const read = { name: 'check_inventory', arguments: { product_sku: 'SKU-4421', warehouse: 'Chicago' } };
const write = { name: 'create_reorder', arguments: { product_sku: 'SKU-4421', warehouse: 'Chicago', units: 12, request_key: 'chatgpt' } };
const redirect = 'https://chatgpt.com/connector_platform_oauth_redirect';
const chatgpt = { name: 'openai-mcp', version: '1.0.0' };
const stranger = { name: 'another-client', version: '1.0.0' };

// How a client says who it is. In the handshake era only initialize has clientInfo, and nothing is kept between calls.
const eras = {
  '2026-07-28': (client) => ({
    headers: { 'mcp-protocol-version': '2026-07-28' },
    meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': client,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  }),
  '2025-11-25': (client) => ({ headers: { 'mcp-protocol-version': '2025-11-25', 'user-agent': `${client.name}/${client.version}` } }),
};

/** Sends one message and resolves to the response with its body read. */
async function send(url, era, client, method, params = {}, { token, origin } = {}) {
  const { headers, meta } = eras[era](client);
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers,
      ...(meta && { 'mcp-method': method, ...(params.name && { 'mcp-name': params.name }) }),
      ...(token && { authorization: `Bearer ${token}` }), ...(origin && { origin }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { ...params, ...(meta && { _meta: meta }) } }),
  });
  return { status: response.status, header: (name) => response.headers.get(name), body: JSON.parse(await response.text()) };
}

/** The parameters of a challenge. */
function parsed(challenge) {
  assert.match(challenge, /^Bearer /);
  return Object.fromEntries([...challenge.slice('Bearer '.length).matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)].map(([, k, v]) => [k, v]));
}

/** The challenge inside a result, which has no other content than a sentence. */
function inside({ result }) {
  assert.deepEqual([result.isError, result.structuredContent, result.content.length, result.content[0].type], [true, undefined, 1, 'text']);
  const challenges = result._meta['mcp/www_authenticate'];
  assert.ok(Array.isArray(challenges) && challenges.length === 1, JSON.stringify(result._meta));
  return parsed(challenges[0]);
}

/** The first message of a client. */
const first = (era) => (era === '2026-07-28' ? ['server/discover'] : ['initialize', { protocolVersion: era, capabilities: {}, clientInfo: chatgpt }]);

const metadataOf = (url) => new URL(`/.well-known/oauth-protected-resource${new URL(url).pathname}`, url).href;

for (const issuer of ['oidc-provider', 'devissuer']) {
  let world;
  before(async () => { world = await makeWorld(issuer); });
  after(() => world.stop());
  for (const era of Object.keys(eras)) meets(era, ` at ${era}, ${issuer}`, () => world);
}

function meets(era, at, world) {
  test(`ChatGPT${at}: lists the tools without a token, and each says what it asks for`, async () => {
    const { status: greeted } = await send(world().open, era, chatgpt, ...first(era));
    const { status, body } = await send(world().open, era, chatgpt, 'tools/list');
    assert.deepEqual([greeted, status], [200, 200]);
    const schemes = Object.fromEntries(body.result.tools.map((tool) => [tool.name, tool.securitySchemes]));
    assert.deepEqual(schemes.list_warehouses, [{ type: 'noauth' }]);
    assert.deepEqual(schemes.check_inventory, [{ type: 'oauth2', scopes: ['inventory:read'] }]);
    assert.deepEqual(schemes.create_reorder, [{ type: 'oauth2', scopes: ['inventory:write'] }]);
    for (const tool of body.result.tools) assert.deepEqual(tool._meta.securitySchemes, tool.securitySchemes, tool.name);
  });

  test(`ChatGPT${at}: calls a tool for anyone without a token`, async () => {
    const { status, body } = await send(world().open, era, chatgpt, 'tools/call', { name: 'list_warehouses', arguments: {} });
    assert.equal(status, 200);
    assert.ok(body.result.structuredContent && !body.result.isError, JSON.stringify(body));
  });

  test(`ChatGPT${at}: a protected call answers with the challenge in the result`, async () => {
    const { status, body } = await send(world().open, era, chatgpt, 'tools/call', read);
    assert.equal(status, 200);
    const { error, error_description, ...rest } = inside(body);
    assert.ok(error && error_description, 'ChatGPT shows no sign-in without both');
    assert.deepEqual(rest, { resource_metadata: metadataOf(world().open), scope: 'inventory:read' });
  });

  test(`others${at}: a protected call is an HTTP 401 that a page on another origin can read`, async () => {
    const { status, header, body } = await send(world().open, era, stranger, 'tools/call', read, { origin: 'http://localhost:6274' });
    assert.equal(status, 401);
    // No error, since no token was sent (RFC 6750 section 3.1).
    assert.deepEqual(parsed(header('www-authenticate')), { resource_metadata: metadataOf(world().open), scope: 'inventory:read' });
    assert.equal(header('access-control-allow-origin'), 'http://localhost:6274');
    assert.ok(header('access-control-expose-headers').toLowerCase().split(/,\s*/).includes('www-authenticate'));
    assert.equal(inside(body).scope, 'inventory:read', 'whoever reads the body finds the challenge there, too');
  });

  test(`ChatGPT${at}: links from the challenge alone, then reads, and is told what writing takes`, async () => {
    const challenge = inside((await send(world().open, era, chatgpt, 'tools/call', read)).body);
    const token = await link(challenge, new Person());

    const { status, body } = await send(world().open, era, chatgpt, 'tools/call', read, { token });
    assert.deepEqual([status, body.result.structuredContent?.subject], [200, 'ada'], JSON.stringify(body));

    const refused = await send(world().open, era, chatgpt, 'tools/call', write, { token });
    assert.equal(refused.status, 200);
    const more = inside(refused.body);
    assert.deepEqual([more.error, more.scope], ['insufficient_scope', 'inventory:read inventory:write']);

    const others = await send(world().open, era, stranger, 'tools/call', write, { token });
    const told = parsed(others.header('www-authenticate'));
    assert.deepEqual([others.status, told.error, told.scope], [403, 'insufficient_scope', 'inventory:read inventory:write']);
  });

  test(`everybody${at}: a token that is none is an HTTP 401`, async () => {
    for (const client of [chatgpt, stranger]) {
      const { status, header } = await send(world().open, era, client, 'tools/list', {}, { token: 'none' });
      assert.equal(status, 401);
      assert.equal(parsed(header('www-authenticate')).error, 'invalid_token');
    }
  });

  test(`everybody${at}: a closed server answers nothing without a token`, async () => {
    for (const client of [chatgpt, stranger]) {
      for (const message of [first(era), ['tools/list'], ['tools/call', { name: 'list_warehouses', arguments: {} }]]) {
        const { status, header, body } = await send(world().closed, era, client, ...message);
        assert.deepEqual([status, body.result], [401, undefined]);
        assert.equal(parsed(header('www-authenticate')).resource_metadata, metadataOf(world().closed));
      }
    }
  });
}

/** Does what ChatGPT does with a challenge, and resolves to the access token. */
async function link({ resource_metadata, scope }, person) {
  const json = async (response) => { assert.ok(response.ok, `${response.url}: ${response.status}`); return response.json(); };
  const resource = await json(await fetch(resource_metadata));
  assert.ok(resource.scopes_supported.includes(scope));
  const [issuer] = resource.authorization_servers;
  const at = await json(await fetch(new URL('/.well-known/oauth-authorization-server', issuer)));
  assert.equal(at.issuer, issuer);
  assert.ok(at.code_challenge_methods_supported.includes('S256'));

  const client = await json(await fetch(at.registration_endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'ChatGPT', redirect_uris: [redirect], grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'], token_endpoint_auth_method: 'none' }),
  }));
  const code_verifier = randomBytes(32).toString('base64url');
  const url = new URL(at.authorization_endpoint);
  url.search = new URLSearchParams({
    response_type: 'code', client_id: client.client_id, redirect_uri: redirect, scope, state: 'interop', resource: resource.resource,
    code_challenge_method: 'S256', code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
  });
  const back = (await person.authorize(url)).searchParams;
  assert.deepEqual([back.get('state'), back.get('iss'), back.get('error')], ['interop', issuer, null]);

  const tokens = await json(await fetch(at.token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code', code: back.get('code'), redirect_uri: redirect, client_id: client.client_id, code_verifier, resource: resource.resource,
    }),
  }));
  return tokens.access_token;
}
