// @modelcontextprotocol/inspector on the command line: its schema checks at their strictest find no error, and warn of
// nothing but the form in which an optional input may be null. That form is chosen: OpenAI's strict conversions keep it
// as it is, and Gemini CLI turns it into nullable.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { listed, textOf } from './checks.mjs';
import { expected, inventory } from './inventory.mjs';

const cli = join(dirname(fileURLToPath(import.meta.url)), 'node_modules', '@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build', 'index.js');
const home = mkdtempSync(join(tmpdir(), 'comity-inspector-')); // the inspector keeps its catalog there
let example;
before(async () => { example = await inventory(); });
after(async () => {
  rmSync(home, { recursive: true, force: true });
  await example.stop();
});

/** Runs the inspector; resolves to what it printed and its exit code. */
async function inspect(...args) {
  const run = promisify(execFile)(process.execPath, [cli, '--cli', ...args], { env: { ...process.env, HOME: home }, timeout: 60_000 });
  return run.then((r) => ({ code: 0, ...r }), (e) => ({ code: e.code, stdout: e.stdout, stderr: e.stderr }));
}

/** Fails unless the report has no error and no warning but of [T, "null"]. */
function clean(report) {
  assert.match(report, /^0 errors, /m);
  const others = report.split('\n').filter((l) => /^\s*Issue:/.test(l) && !/`type` is an array \(\["\w+","null"\]\)/.test(l));
  assert.deepEqual(others, []);
}

for (const era of ['legacy', 'modern']) {
  const server = () => ['--server-url', example.url, '--transport', 'http', '--protocol-era', era, '--format', 'json'];

  test(`inspector, ${era}: tools/list --strict finds no error`, async () => {
    const { code, stdout, stderr } = await inspect(...server(), '--method', 'tools/list', '--strict');
    assert.equal(code, 0, stderr);
    clean(stderr);
    listed((JSON.parse(stdout).result ?? JSON.parse(stdout)).tools);
  });

  test(`inspector, ${era}: tools/call answers`, async () => {
    const args = Object.entries(expected.stock).flatMap(([k, v]) => ['--tool-arg', `${k}=${v}`]);
    const { code, stdout, stderr } = await inspect(...server(), '--method', 'tools/call', '--tool-name', 'check_inventory', ...args);
    assert.equal(code, 0, stderr);
    const result = JSON.parse(stdout).result ?? JSON.parse(stdout);
    assert.deepEqual(JSON.parse(textOf(result)), result.structuredContent);
  });
}

test('inspector over stdio: tools/list --strict finds no error', async () => {
  const { command, args } = example.stdio;
  const { code, stdout, stderr } = await inspect('--method', 'tools/list', '--strict', '--format', 'json', command, ...args);
  assert.equal(code, 0, stderr);
  clean(stderr);
  listed((JSON.parse(stdout).result ?? JSON.parse(stdout)).tools);
});
