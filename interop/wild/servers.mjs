// The servers that are judged, each as its README starts it, over standard streams.

import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = dirname(fileURLToPath(import.meta.url));
const node = (name) => join(here, 'node_modules', '.bin', name);
const python = (name) => join(here, '.venv', 'bin', name);

/** Returns the servers by name: { command, env }, with a folder for what they read and write. */
export function servers(scratch) {
  writeFileSync(join(scratch, 'note.txt'), 'a note\n');
  return {
    everything: { command: [node('mcp-server-everything')] },
    fastmcp: { command: [python('python'), join(here, 'servers', 'fast.py')] },
    fetch: { command: [python('mcp-server-fetch')] },
    filesystem: { command: [node('mcp-server-filesystem'), scratch] },
    memory: { command: [node('mcp-server-memory')], env: { MEMORY_FILE_PATH: join(scratch, 'memory.jsonl') } },
    sdk2: { command: [process.execPath, join(here, 'servers', 'sdk2.mjs')] },
    'sequential-thinking': { command: [node('mcp-server-sequential-thinking')] },
    time: { command: [python('mcp-server-time'), '--local-timezone', 'Etc/UTC'] },
  };
}
