// What a sign-in takes: an authorization server and the servers under test, each a process of its own on loopback.

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** Starts a command and resolves to { found, stop } when it has printed something that matches. */
export async function start(pattern, command, ...args) {
  const child = spawn(command, args, { cwd: here, stdio: ['ignore', 'pipe', 'pipe'] });
  process.on('exit', () => child.kill('SIGKILL'));
  let log = '';
  child.stderr.on('data', (b) => { log += b; });
  const ended = new Promise((resolve) => { child.on('close', resolve); });
  const found = await Promise.race([
    new Promise((resolve) => {
      let printed = '';
      child.stdout.on('data', (b) => {
        printed += b;
        const match = pattern.exec(printed);
        if (match) resolve(match[0]);
      });
    }),
    ended.then((code) => { throw new Error(`${command} ended with ${code} before it served:\n${log}`); }),
  ]);
  return {
    found,
    log: () => log,
    async stop() {
      child.kill('SIGTERM');
      const code = await ended;
      if (code !== 0) throw new Error(`${command} ended with ${code} after SIGTERM:\n${log}`);
    },
  };
}

/**
 * Starts an authorization server and three servers that trust it: `open` lists its tools to anyone, `closed` asks for a token
 * first, `other` is somebody else's. Call stop() when done.
 */
export async function world() {
  const scratch = mkdtempSync(join(tmpdir(), 'comity-signin-'));
  const command = process.env.SIGNIN_SERVER ?? join(scratch, 'server');
  if (!process.env.SIGNIN_SERVER) execFileSync('go', ['build', '-o', command, './server'], { cwd: here, stdio: 'inherit' });

  const issuer = await start(/^http:\S+/, process.execPath, 'issuer.mjs');
  const server = (...args) => start(/http:\/\/127\.0\.0\.1:\d+\/mcp/, command, '-addr', '127.0.0.1:0', '-issuer', issuer.found, ...args);
  const [open, closed, other] = await Promise.all([server(), server('-closed'), server()]);
  return {
    issuer: issuer.found,
    open: open.found,
    closed: closed.found,
    other: other.found,
    /** Every access token issued from now on is this many seconds older than it says. */
    age: (seconds) => fetch(`${issuer.found}/age?seconds=${seconds}`, { method: 'POST' }),
    async stop() {
      for (const process of [open, closed, other, issuer]) await process.stop();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
