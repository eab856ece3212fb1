// The checks of @mcpjam/sdk against the inventory example, on loopback.

process.env.DO_NOT_TRACK = '1'; // before the SDK is read, which otherwise reports to its makers

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inventory } from '../../inventory.mjs';
import { Person } from '../../signin/person.mjs';
import { start } from '../../signin/world.mjs';

const { MCPConformanceTest, OAuthConformanceTest, runServerDoctor } = await import('@mcpjam/sdk');
const here = dirname(fileURLToPath(import.meta.url));

/** Fails unless there were that many steps and all passed, but for those that are named, which were skipped. */
function passed(steps, many, skipped) {
  const others = steps.filter((s) => s.status !== 'passed').map((s) => [s.id ?? s.step, s.status]);
  const reasons = steps.filter((s) => s.error).map((s) => `${s.id ?? s.step}: ${s.error.message}`);
  assert.deepEqual(Object.fromEntries(others), Object.fromEntries(skipped.map((id) => [id, 'skipped'])), reasons.join('\n'));
  assert.equal(steps.length, many, 'another version with other steps? Look at what they say, then count anew');
}

test('an example that anybody may call', async (t) => {
  const example = await inventory();
  t.after(() => example.stop());

  await t.test('passes every protocol check that applies', async () => {
    const { checks } = await new MCPConformanceTest({ serverUrl: example.url, checkTimeout: 15_000 }).run();
    // It has no logging, no completions and no sessions.
    passed(checks, 15, ['logging-set-level', 'completion-complete', 'server-sse-polling-session']);
  });
  await t.test('is ready, says the doctor', async () => {
    const { status, checks } = await runServerDoctor({ config: { url: example.url }, target: example.url });
    assert.equal(status, 'ready', JSON.stringify(checks));
    assert.deepEqual(Object.entries(checks).filter(([, check]) => check.status !== 'ok'), []);
    assert.equal(Object.keys(checks).length, 8);
  });
});

/** Starts the example with its own development issuer; resolves to its URL and the secret that scripts sign in with. */
async function guarded(t) {
  const scratch = mkdtempSync(join(tmpdir(), 'comity-mcpjam-'));
  const command = process.env.INVENTORY ?? join(scratch, 'inventory');
  if (!process.env.INVENTORY) execFileSync('go', ['build', '-o', command, './examples/inventory'], { cwd: join(here, '../../..'), stdio: 'inherit' });
  const printed = /script:(\S+)[\s\S]*?(http:\/\/127\.0\.0\.1:\d+\/mcp)/;
  const server = await start(printed, command, '-addr', '127.0.0.1:0', '-data', join(scratch, 'data'));
  t.after(async () => {
    await server.stop();
    rmSync(scratch, { recursive: true, force: true });
  });
  const [, secret, url] = printed.exec(server.found);
  return { url, secret };
}

test('an example that asks who calls', async (t) => {
  const { url: serverUrl, secret } = await guarded(t);
  const common = { serverUrl, protocolVersion: '2025-11-25', stepTimeout: 15_000, verification: { listTools: true } };

  await t.test('lets a client register and a person sign in', async () => {
    const openUrl = async (url) => { await fetch(await new Person('developer').authorize(url)); };
    const { steps } = await new OAuthConformanceTest({ ...common, registrationStrategy: 'dcr', auth: { mode: 'interactive', openUrl }, oauthConformanceChecks: true }).run();
    // It sends a used code again with another redirect_uri, and skips the check when it is refused for the code.
    passed(steps, 22, ['oauth_invalid_redirect']);
  });
  await t.test('lets a script sign in with its credentials', async () => {
    const client = { clientId: 'script', clientSecret: secret };
    const { steps } = await new OAuthConformanceTest({ ...common, registrationStrategy: 'preregistered', client: { preregistered: client }, auth: { mode: 'client_credentials', ...client } }).run();
    passed(steps, 15, ['generate_pkce_parameters', 'authorization_request', 'received_authorization_code']); // no person, no code
  });
});
