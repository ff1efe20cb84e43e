import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { profile } from '../profile.ts';
import { inherited } from '../program.ts';
import { profileDatabase } from './profile-database.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * The shell runs each command, fails with the first one that fails, and `curl` fails for every status but 2xx. The
 * processes of a cluster are those of the profile under test: `kubectl exec` runs its program on this machine, and `kubectl logs`
 * prints the log of the profile. The suite chart compares names and selectors with the objects of the chart. `npm run space`
 * runs its program without npm, which takes half a second per command; e2e/standalone/clone.test.ts runs one with npm.
 */
const prelude = `set -euo pipefail
curl() { command curl --silent --show-error --fail-with-body "$@"; }
npm() {
  case $* in
    'run space -- '*) shift 3 ;;
    'run -s space -- '*) shift 4 ;;
    *) echo "no npm $* here" >&2; return 1 ;;
  esac
  (cd "$ROOT" && node --disable-warning=ExperimentalWarning scripts/space/main.ts "$@")
}
kubectl() {
  while [[ $1 == --* ]]; do shift 2; done
  case $1 in
    exec) while [ "$1" != -- ]; do shift; done; shift; (cd "$ROOT" && "$@") ;;
    logs) cat "$SPACE_DATA_DIR/space.log" ;;
    config | get) ;;
    *) echo "no kubectl $1 here" >&2; return 1 ;;
  esac
}
`;

/**
 * Runs commands in a folder, which is the HOME and has the data folder of the profile, with further variables. Returns exit code
 * and output.
 */
export async function runShell(
  script: string,
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn('bash', ['-c', prelude + script], {
    cwd: folder,
    env: {
      ...inherited,
      PATH: `${join(process.execPath, '..')}:${inherited.PATH}`,
      HOME: folder,
      ROOT: root,
      SPACE_DATA_DIR: join(folder, '.space'),
      SPACE_OPERATOR_TOKEN: profile.operator_token,
      DATABASE_URL: await profileDatabase(),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, output };
}
