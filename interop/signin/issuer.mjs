// An authorization server nobody here wrote: oidc-provider, on a free loopback port, with everything in memory. It prints
// its issuer on the first line.
//
// It issues JWT access tokens for the resource that a client names (RFC 8707), registers clients by itself (RFC 7591), asks
// for PKCE and rotates refresh tokens. Anyone may sign in by any name, on its own development pages.
//
// It forgets the scope that a client registers with. Both SDKs register with the scope of the first challenge, and this
// server would hold them to it: a later step-up would end in invalid_scope.
//
// POST /resources says which resources there are, as a JSON array of URLs. POST /age?seconds=N makes every access token from now on N seconds older than it says, so that nobody waits for one to
// end.

import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import Provider, { errors } from 'oidc-provider';

const scopes = ['inventory:read', 'inventory:write'];
const hour = 3600; // seconds
let resources = []; // URLs that tokens can be for
let age = 0; // seconds by which access tokens are older than they say

const server = createServer();
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;

const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });

const provider = new Provider(issuer, {
  jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256' }] },
  cookies: { keys: ['interop'] },
  scopes: ['openid', 'offline_access', ...scopes],
  responseTypes: ['code'],
  pkce: { required: () => true },
  clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
  clientBasedCORS: () => true,
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  expiresWithSession: () => false,
  rotateRefreshToken: true,
  ttl: {
    AccessToken: hour, AuthorizationCode: 60, RefreshToken: 24 * hour, Grant: 24 * hour, IdToken: hour, Interaction: hour, Session: 24 * hour,
  },
  features: {
    devInteractions: { enabled: true },
    registration: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (_ctx, resource) => resourceServer(resource),
    },
  },
  formats: {
    customizers: {
      jwt(_ctx, _token, jwt) {
        jwt.payload.iat -= age;
        jwt.payload.exp -= age;
      },
    },
  },
});

function resourceServer(resource) {
  if (!resources.includes(resource)) throw new errors.InvalidTarget();
  return { scope: scopes.join(' '), audience: resource, accessTokenFormat: 'jwt', accessTokenTTL: hour, jwt: { sign: { alg: 'RS256' } } };
}

const serve = provider.callback();
server.on('request', async (req, res) => {
  const url = new URL(req.url, issuer);
  if (req.method === 'POST' && url.pathname === '/resources') {
    resources = await json(req);
    res.writeHead(204).end();
    return;
  }
  if (req.method === 'POST' && url.pathname === '/age') {
    age = Number(url.searchParams.get('seconds'));
    res.writeHead(204).end();
    return;
  }
  if (req.method === 'POST' && url.pathname === '/reg') {
    const { scope, ...client } = await json(req);
    req.body = client;
  }
  serve(req, res);
});
process.on('SIGTERM', () => process.exit(0));
console.log(issuer);
