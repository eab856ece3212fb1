// The command under test.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { here } from './servers.mjs';

/** Returns the path of comity: $COMITY, or built into that folder. */
export function comity(folder) {
  if (process.env.COMITY) return process.env.COMITY;
  const path = join(folder, 'comity');
  execFileSync('go', ['build', '-o', path, './cmd/comity'], { cwd: join(here, '../..'), stdio: 'inherit' });
  return path;
}
