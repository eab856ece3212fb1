// comity lint over servers that nobody here wrote: it neither fails nor hangs, leaves no process behind, and finds what stands in
// findings/. FINDINGS=write writes that anew.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { comity } from './comity.mjs';
import { written } from './findings.mjs';
import { judged, probed, snapshot } from './judged.mjs';
import { here, servers } from './servers.mjs';

const kept = join(here, 'findings');
const scratch = mkdtempSync(join(tmpdir(), 'comity-wild-'));
const all = servers(scratch);
let command;
before(() => { command = comity(scratch); });
after(() => rmSync(scratch, { recursive: true, force: true }));

test('findings', { concurrency: 2 }, async (t) => { // two, because one of the servers waits most of the time
  const judge = (name) => t.test(name, async () => {
    const listing = join(scratch, `${name}.json`);
    const reports = [await probed(command, all[name])];
    await snapshot(command, all[name], listing);
    for (const profile of ['openai', 'anthropic']) reports.push(await judged(command, listing, profile));
    assert.deepEqual(reports.map((r) => [r.profile, r.probed]), [['portable', true], ['openai', false], ['anthropic', false]]);

    const file = join(kept, `${name}.txt`);
    const found = written(reports, scratch);
    if (process.env.FINDINGS === 'write') writeFileSync(file, found);
    assert.equal(found, readFileSync(file, 'utf8'), 'FINDINGS=write writes them anew; then see for each that is new whether it is true');
  });
  await Promise.all(Object.keys(all).map(judge));
});

test('every server has its findings kept, and nothing else is', () => {
  assert.deepEqual(readdirSync(kept).sort(), Object.keys(all).map((name) => `${name}.txt`).sort());
});
