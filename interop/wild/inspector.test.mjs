// Wherever the inspector's tools/list --strict has something to say of these servers, comity lint has too: what it found is kept in
// findings/, and lint.test.mjs holds that it is what it finds.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { here, servers } from './servers.mjs';

const modules = join(here, '..', 'node_modules'); // of the stage interop, with the Node that the inspector needs
const inspector = join(modules, '@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build', 'index.js');
const scratch = mkdtempSync(join(tmpdir(), 'comity-wild-')); // the inspector keeps its catalog there
const all = servers(scratch);
after(() => rmSync(scratch, { recursive: true, force: true }));

/** The places where the inspector finds something, as comity writes them: "sequentialthinking.input.isRevision". */
async function inspected({ command: [program, ...args], env = {} }) {
  const run = [inspector, '--cli', '--method', 'tools/list', '--strict', '--format', 'json', program, ...args];
  const { stdout, stderr } = await promisify(execFile)(join(modules, '.bin', 'node'), run, { env: { ...process.env, ...env, HOME: scratch }, timeout: 60_000 });
  assert.ok((JSON.parse(stdout).result ?? JSON.parse(stdout)).tools.length > 0);
  return [...stderr.matchAll(/^(?:Warning|Error): tool "([^"]+)"\n\s*Path: (\S+)/gm)].map(([, tool, path]) => `${tool}.${place(path)}`);
}

/** inputSchema.properties.books.items.properties.title is input.books[].title. */
function place(path) {
  return path.replace(/^(input|output)Schema/, '$1').replaceAll('.properties.', '.').replaceAll('.items', '[]');
}

const found = { 'sequential-thinking': 3 }; // how many places the inspector finds, so that one that finds none shows

for (const [name, server] of Object.entries(all)) {
  test(`${name}: what the inspector finds is found`, async () => {
    const theirs = await inspected(server);
    const ours = readFileSync(join(here, 'findings', `${name}.txt`), 'utf8').split('\n');
    assert.equal(theirs.length, found[name] ?? 0, theirs.join('\n'));
    assert.deepEqual(theirs.filter((p) => !ours.includes(p)), []);
  });
}
