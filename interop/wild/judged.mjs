// One run of comity lint: bounded, and without a process left behind.

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const longest = 60_000; // milliseconds for one run
const mark = 'COMITY_WILD_RUN'; // in the environment of a server and of what it starts
let runs = 0;

/** Judges a server; resolves to the report. Fails when lint could not run, takes too long, or leaves a process behind. */
export async function judged(comity, { command, env = {} }, ...flags) {
  const run = `${process.pid}-${++runs}`;
  const handedOn = [...Object.keys(env), mark].flatMap((name) => ['-env', name]);
  const args = ['lint', '-format', 'json', ...flags, ...handedOn, '--', ...command];
  const options = { env: { ...process.env, ...env, [mark]: run }, timeout: longest, killSignal: 'SIGKILL', maxBuffer: 1 << 26 };
  const { stdout, stderr, code } = await promisify(execFile)(comity, args, options).then((r) => ({ ...r, code: 0 }), (e) => e);
  const left = running(run);
  if (code !== 0 && code !== 1) throw new Error(`comity lint ended with ${code ?? `nothing after ${longest / 1000} s`}:\n${stderr}`);
  if (left.length > 0) throw new Error(`comity lint left behind: ${left.join('; ')}`);
  return JSON.parse(stdout);
}

/** The command lines of the processes of a run, as Linux tells them. */
function running(run) {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid)).flatMap((pid) => {
    try {
      const marked = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${mark}=${run}`);
      return marked ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')] : [];
    } catch (e) {
      if (['ENOENT', 'ESRCH', 'EACCES'].includes(e.code)) return []; // it has ended meanwhile, or is somebody else's
      throw e;
    }
  });
}
