// The servers whose pages are opened, each as a command of its own that prints its address.

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const scratch = mkdtempSync(join(tmpdir(), 'comity-page-'));

/** Builds a command of this module, unless the environment names a binary. */
function build(variable, path) {
  if (process.env[variable]) return process.env[variable];
  const out = join(scratch, variable.toLowerCase());
  execFileSync('go', ['build', '-o', out, path], { cwd: root, stdio: 'inherit' });
  return out;
}

const binaries = {
  inventory: build('INVENTORY', './examples/inventory'),
  closed: build('SIGNIN_SERVER', './interop/signin/server'),
  serve: build('PAGE_SERVE', './interop/page/serve'),
};

const running = [];
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** Starts a command and returns the first match of what it prints or logs. */
async function start(command, args, pattern) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  return await new Promise((resolve, reject) => {
    let said = '';
    child.on('close', (code) => reject(new Error(`${command} ended with ${code} before it served:\n${said}`)));
    const hear = (b) => {
      said += b;
      const found = pattern.exec(said);
      if (found) resolve(found.at(-1));
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
  });
}

const address = /http:\/\/127\.0\.0\.1:\d+\/mcp/;

/** The inventory example with its development issuer, as README starts it. */
export const inventory = () => start(binaries.inventory, ['-addr', '127.0.0.1:0', '-data', join(scratch, 'data')], address);

/** The public address that stands in the pages of `published`. */
export const publicURL = 'https://inventory.example.com/mcp';

/** An issuer that nobody is: nothing listens there. */
const nobody = 'http://127.0.0.1:9';

/** The inventory example as behind a proxy, at publicURL, with an issuer that does not answer: the port it listens on. */
export async function published() {
  const args = ['-addr', '127.0.0.1:0', '-url', publicURL, '-issuer', nobody, '-data', join(scratch, 'published')];
  return await start(binaries.inventory, args, /"address":"127\.0\.0\.1:(\d+)"/);
}

/** A server whose lists are for signed-in callers only. */
export const closed = () => start(binaries.closed, ['-addr', '127.0.0.1:0', '-issuer', nobody, '-closed'], address);

/** A page with a hostile text wherever there is one, 200 tools among them. */
export const hostile = () => start(binaries.serve, ['hostile'], address);

/** The snippets of the inventory example at publicURL, by id. */
export function texts() {
  const snapshot = execFileSync(binaries.inventory, ['tools', '-url', publicURL, '-issuer', nobody]);
  return JSON.parse(execFileSync(binaries.serve, ['texts'], { input: snapshot, maxBuffer: 1 << 26 }));
}

/** Ends what was started. */
export function stop() {
  running.forEach((child) => child.kill('SIGKILL'));
  rmSync(scratch, { recursive: true, force: true });
}
