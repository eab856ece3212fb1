// The inventory example as a client meets it: a URL, or a command that speaks over its standard streams.

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

export const expected = JSON.parse(readFileSync(join(here, 'expected.json'), 'utf8'));

/** The example's binary: $INVENTORY, or built here. */
function binary(scratch) {
  if (process.env.INVENTORY) return process.env.INVENTORY;
  const path = join(scratch, 'inventory');
  execFileSync('go', ['build', '-o', path, './examples/inventory'], { cwd: join(here, '..'), stdio: 'inherit' });
  return path;
}

/**
 * Starts the example over HTTP on a free loopback port, with a data folder of its own. `stdio` is the command that serves the same
 * data over standard streams. Call stop() when done: it asks for a drain and fails when the process does not end well.
 */
export async function inventory() {
  const scratch = mkdtempSync(join(tmpdir(), 'comity-interop-'));
  const command = binary(scratch);
  const data = join(scratch, 'data');
  const child = spawn(command, ['-addr', '127.0.0.1:0', '-data', data, '-auth', 'off', '-because', 'signing in has tests of its own'], { stdio: ['ignore', 'pipe', 'pipe'] });
  process.on('exit', () => child.kill('SIGKILL'));
  let log = '';
  child.stderr.on('data', (b) => { log += b; });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const url = await Promise.race([
    new Promise((resolve) => {
      let printed = '';
      child.stdout.on('data', (b) => {
        printed += b;
        const found = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(printed);
        if (found) resolve(found[0]);
      });
    }),
    ended.then((code) => { throw new Error(`the example ended with ${code} before it served:\n${log}`); }),
  ]);
  return {
    url,
    stdio: { command, args: ['stdio', '-data', data] },
    async stop() {
      child.kill('SIGTERM');
      const code = await ended;
      rmSync(scratch, { recursive: true, force: true });
      if (code !== 0) throw new Error(`the example ended with ${code} after SIGTERM:\n${log}`);
    },
  };
}
