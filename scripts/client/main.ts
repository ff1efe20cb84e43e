import { join } from 'node:path';
import { root } from '../step.ts';
import { buildClient, packClient } from './build.ts';

/** `npm run client [folder]` builds the npm package of the client in a folder, default packages/client/dist, and prints its tarball. */
const folder = process.argv[2] ?? join(root, 'packages', 'client', 'dist');
await buildClient(folder);
process.stdout.write(`${await packClient(folder)}\n`);
