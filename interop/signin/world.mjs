// What a sign-in takes: an authorization server and the servers under test, each a process of its own on loopback.

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
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

/** The authorization servers that servers of ours are started with, by name: how to start each, in a folder for what is built. */
const issuers = {
  'oidc-provider': () => [process.execPath, 'issuer.mjs'],
  devissuer: (scratch) => [built('SIGNIN_ISSUER', './devissuer', scratch)],
};

/** The worlds there are, by name, and which servers each has to sign in to. */
export const worlds = { 'oidc-provider': ['open', 'closed'], devissuer: ['open', 'closed'], example: ['open'] };

/** The binary of a Go package here: the one that an environment variable names, or built. */
function built(variable, path, scratch) {
  if (process.env[variable]) return process.env[variable];
  const binary = join(scratch, basename(path));
  execFileSync('go', ['build', '-o', binary, path], { cwd: here, stdio: 'inherit' });
  return binary;
}

/**
 * Starts a world: an authorization server and three servers that trust it, or the inventory example, which brings its own.
 * `open` lists its tools to anyone, `closed` asks for a token first, `other` is somebody else's. Call stop() when done.
 */
export async function world(name) {
  const scratch = mkdtempSync(join(tmpdir(), 'comity-signin-'));
  const { servers, ...running } = await (name === 'example' ? examples(scratch) : signIns(name, scratch));
  return {
    ...running,
    async stop() {
      for (const process of servers) await process.stop();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

const mcp = /http:\/\/127\.0\.0\.1:\d+\/mcp/;

/** Two inventory examples, each with a development issuer of its own. */
async function examples(scratch) {
  const command = built('INVENTORY', '../../examples/inventory', scratch);
  const example = (data) => start(mcp, command, '-addr', '127.0.0.1:0', '-data', join(scratch, data));
  const servers = await Promise.all([example('one'), example('another')]);
  const [open, other] = servers.map((s) => s.found);
  return { open, other, servers, withEndedToken: spoilt };
}

async function spoilt(app, signIn) {
  await signIn();
  app.spoilToken();
}

async function signIns(name, scratch) {
  const command = built('SIGNIN_SERVER', './server', scratch);
  const issuer = await start(/^http:\S+/, ...issuers[name](scratch));
  const server = (...args) => start(mcp, command, '-addr', '127.0.0.1:0', '-issuer', issuer.found, ...args);
  const servers = await Promise.all([server(), server('-closed'), server()]);
  const [open, closed, other] = servers.map((s) => s.found);
  await told(issuer.found, 'resources', JSON.stringify([open, closed, other]));
  return {
    open, closed, other,
    servers: [...servers, issuer],
    tells: true, // check_inventory says who called
    /** Signs the app in, by signIn, so that its access token has ended; each issuer does what it can. */
    withEndedToken: name === 'devissuer' ? spoilt : async (_app, signIn) => {
      await told(issuer.found, 'age?seconds=7200'); // twice as long as a token lasts
      await signIn();
      await told(issuer.found, 'age?seconds=0');
    },
  };
}

/** Tells an issuer what no client may. */
async function told(issuer, what, body) {
  const response = await fetch(`${issuer}/${what}`, { method: 'POST', body });
  if (!response.ok) throw new Error(`${issuer}/${what} answered ${response.status}: ${await response.text()}`);
}
