// Runs of comity: bounded, and without a process left behind.

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const longest = 60_000; // milliseconds for one run
const mark = 'COMITY_WILD_RUN'; // in the environment of a server and of what it starts
let runs = 0;

/** Judges a server that runs; resolves to the report. */
export async function probed(comity, { command, env = {} }) {
  const handedOn = [...Object.keys(env), mark].flatMap((name) => ['-env', name]);
  return JSON.parse(await run(comity, ['lint', '-format', 'json', '-rate', '50', ...handedOn, '--', ...command], env));
}

/** Writes what a server lists to a file. */
export async function snapshot(comity, { command, env = {} }, file) {
  const handedOn = [...Object.keys(env), mark].flatMap((name) => ['-env', name]);
  await run(comity, ['snapshot', '-o', file, ...handedOn, '--', ...command], env);
}

/** Judges what stands in such a file, for some hosts; resolves to the report. */
export async function judged(comity, file, profile) {
  return JSON.parse(await run(comity, ['lint', '-format', 'json', '-profile', profile, file], {}));
}

/** Resolves to what a run printed. Fails when it could not do its work, takes too long, or leaves a process behind. */
async function run(comity, args, env) {
  const name = `${process.pid}-${++runs}`;
  const options = { env: { ...process.env, ...env, [mark]: name }, timeout: longest, killSignal: 'SIGKILL', maxBuffer: 1 << 26 };
  const { stdout, stderr, code } = await promisify(execFile)(comity, args, options).then((r) => ({ ...r, code: 0 }), (e) => e);
  const left = running(name);
  if (code !== 0 && code !== 1) throw new Error(`comity ${args[0]} ended with ${code ?? `nothing after ${longest / 1000} s`}:\n${stderr}`);
  if (left.length > 0) throw new Error(`comity ${args[0]} left behind: ${left.join('; ')}`);
  return stdout;
}

/** The command lines of the processes of a run, as Linux tells them. */
function running(name) {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid)).flatMap((pid) => {
    try {
      const marked = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${mark}=${name}`);
      return marked ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')] : [];
    } catch (e) {
      if (['ENOENT', 'ESRCH', 'EACCES'].includes(e.code)) return []; // it has ended meanwhile, or is somebody else's
      throw e;
    }
  });
}
