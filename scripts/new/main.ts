import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../step.ts';
import { createService, NewServiceError } from './new-service.ts';

/** `npm run new service <name>` creates a service without operations that starts, is deployed and passes every check. */
const [kind, name = ''] = process.argv.slice(2);
if (kind !== 'service' || name === '') {
  process.stderr.write('Usage: npm run new service <name>\n');
  process.exit(1);
}
try {
  const files = await createService(root, name);
  // The lock file lists each workspace.
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit' });
  execFileSync(process.execPath, [join('scripts', 'complete-lock.mjs')], { cwd: root, stdio: 'inherit' });
  process.stdout.write(`${files.map((file) => `  ${file}`).join('\n')}\n\nNext: an operation in four edits (CONTRIBUTING.md).\n`);
} catch (error) {
  if (!(error instanceof NewServiceError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
