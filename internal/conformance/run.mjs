// Runs the official conformance suite against the fixture server and prints what passed on which fixtures.
//
//   npm ci && npm run suite            builds the server with go, or
//   npm run suite -- PATH/TO/SERVER    takes one that is built
//
// Exit code 0: everything passed but what the expected-*.yml files list. Needs Node 22, which npm ci installs here.

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { declared, partly, runs, versions } from './scenarios.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'comity-conformance-'));
const suiteLimit = 240_000; // milliseconds for one run of the suite; a good one takes about three seconds

/** Starts the fixture server and resolves when it has printed its URL. */
async function start(binary, ...args) {
  const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  process.on('exit', () => child.kill('SIGKILL'));
  const ended = new Promise((resolve) => child.on('close', resolve));
  const url = await Promise.race([
    new Promise((resolve) => createInterface(child.stdout).once('line', resolve)),
    ended.then((code) => { throw new Error(`the fixture server ended with ${code} before it served`); }),
  ]);
  return { url, stop: () => { child.kill('SIGTERM'); return ended; } };
}

/** Runs the suite once; resolves to its exit code, what it printed and the verdict on each scenario. */
async function run(suite, url, args, expected) {
  const out = mkdtempSync(join(scratch, 'run-'));
  const command = [join(here, 'node_modules', `conformance-${suite}`, 'dist', 'index.js'), 'server', '--url', url, ...args, '-o', out];
  if (expected) command.push('--expected-failures', join(here, expected));
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'], timeout: suiteLimit });
  let printed = '';
  child.stdout.on('data', (b) => { printed += b; });
  child.stderr.on('data', (b) => { printed += b; });
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, printed, verdicts: verdicts(out) };
}

/** Reads the checks the suite wrote: one folder a scenario, named server-SCENARIO-TIME, empty where it did not apply. */
function verdicts(out) {
  return readdirSync(out).filter((dir) => existsSync(join(out, dir, 'checks.json'))).map((dir) => {
    const checks = JSON.parse(readFileSync(join(out, dir, 'checks.json'), 'utf8'));
    const bad = checks.filter((c) => c.status === 'FAILURE' || c.status === 'WARNING');
    return {
      scenario: dir.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, ''),
      checks: checks.filter((c) => c.status === 'SUCCESS').length,
      failures: bad.filter((c) => c.status === 'FAILURE'),
      warnings: bad.filter((c) => c.status === 'WARNING'),
    };
  });
}

/** What a file of expected failures lists: scenarios, and checks as scenario:check. */
function listed(file) {
  if (!file) return [];
  return [...readFileSync(join(here, file), 'utf8').matchAll(/^ *- ([\w:-]+)$/gm)].map((m) => m[1]);
}

/** The failures of a scenario that nobody expected. */
function unexpected(v, expected) {
  if (expected.includes(v.scenario)) return [];
  return v.failures.filter((c) => !expected.includes(`${v.scenario}:${c.id}`));
}

/** Prints the warnings, what failed as expected, and every other failure. */
function explain({ verdicts, printed, code }, expected) {
  const say = (kind, v, c) => console.log(`       ${kind}: ${v.scenario}:${c.id}  ${String(c.errorMessage ?? '').slice(0, 300)}`);
  const known = verdicts.filter((v) => v.failures.length > unexpected(v, expected).length).map((v) => v.scenario);
  for (const v of verdicts) for (const c of v.warnings) say('warning', v, c);
  if (known.length > 0) console.log(`       failed as expected: ${known.join(', ')}`);
  for (const v of verdicts) for (const c of unexpected(v, expected)) say('failure', v, c);
  if (code === 0) return;
  console.log(printed.split('\n').slice(-12).map((l) => `       | ${l}`).join('\n'));
}

/** One line of the summary; returns whether the run is as it should be. */
function count(name, result, expected) {
  const passed = result.verdicts.filter((v) => v.failures.length === 0);
  const failed = result.verdicts.filter((v) => unexpected(v, expected).length > 0).length;
  const own = passed.filter((v) => declared.includes(v.scenario)).length;
  const checks = result.verdicts.reduce((n, v) => n + v.checks, 0);
  const ok = result.code === 0 && passed.length > 0 && failed === 0;
  const columns = [[own, 'declared'], [passed.length - own, 'SDK'], [result.verdicts.length - passed.length - failed, 'expected failures'],
    [failed, 'failed'], [checks, 'checks']];
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(31)}${columns.map(([n, what]) => `${String(n).padStart(4)} ${what}`).join('  ')}`);
  return ok;
}

async function everything(binary) {
  let ok = true;
  const all = await start(binary);
  console.log('scenarios passed, by the fixtures they stand on:\n');
  for (const r of runs) {
    const result = await run(r.suite, all.url, r.args, r.expected);
    ok = count(r.name, result, listed(r.expected)) && ok;
    explain(result, listed(r.expected));
  }
  await all.stop();

  const plain = await start(binary, '-declared');
  for (const version of versions) {
    const results = [];
    for (const scenario of [...declared, ...partly]) {
      const r = await run('0.2', plain.url, ['--scenario', scenario, '--spec-version', version], 'expected-declared.yml');
      results.push(r);
    }
    const together = {
      code: Math.max(...results.map((r) => r.code ?? 1)),
      printed: results.filter((r) => r.code !== 0).map((r) => r.printed).join('\n'),
      verdicts: results.flatMap((r) => r.verdicts),
    };
    ok = count(`${version}, declared tools only`, together, listed('expected-declared.yml')) && ok;
    explain(together, listed('expected-declared.yml'));
  }
  await plain.stop();
  return ok;
}

function build() {
  const binary = join(scratch, 'fixtures');
  execFileSync('go', ['build', '-o', binary, './serve'], { cwd: here, stdio: 'inherit' });
  return binary;
}

if (Number(process.versions.node.split('.')[0]) < 22) throw new Error(`the suite needs Node 22, this is ${process.version}: use npm run suite`);
try {
  process.exitCode = (await everything(process.argv[2] ?? build())) ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
