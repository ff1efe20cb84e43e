import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { serviceEdits } from './edits.ts';
import { serviceFiles } from './templates.ts';

/** Thrown for an invalid name; the message gives the reason. */
export class NewServiceError extends Error {}

const NAME = /^[a-z][a-z0-9]{1,19}$/;

/**
 * Creates the files of a service below `root` and adds it to the manifest and to each file that lists services. Returns
 * the paths of the created and changed files. Throws NewServiceError for a name that is malformed or in use.
 */
export async function createService(root: string, name: string): Promise<string[]> {
  if (!NAME.test(name))
    throw new NewServiceError(`"${name}" is not a name of a service; use 2 to 20 lower-case letters and digits, and begin with a letter.`);
  for (const folder of [`services/${name}`, `packages/${name}`, `packages/contracts/src/${name}`])
    if (existsSync(join(root, folder))) throw new NewServiceError(`${folder} exists already; choose another name.`);
  const files = serviceFiles(name);
  for (const [path, text] of Object.entries(files)) await write(join(root, path), text);
  const edits = serviceEdits(name);
  for (const [path, edit] of Object.entries(edits)) {
    const before = await readFile(join(root, path), 'utf8');
    const after = edit(before);
    if (after === before) throw new Error(`${path} does not look as scripts/new/edits.ts expects it.`);
    await write(join(root, path), after);
  }
  return [...Object.keys(files), ...Object.keys(edits)];
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
