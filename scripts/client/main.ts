import { join } from 'node:path';
import { root } from '../step.ts';
import { buildClient, MissingCompilerError, packClient } from './build.ts';

/** `npm run client [folder]` builds the npm package of the client in a folder, default packages/client/dist, and prints its tarball. */
const folder = process.argv[2] ?? join(root, 'packages', 'client', 'dist');
try {
  await buildClient(folder);
  process.stdout.write(`${await packClient(folder)}\n`);
} catch (error) {
  if (!(error instanceof MissingCompilerError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
