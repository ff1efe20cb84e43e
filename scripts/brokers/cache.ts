import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const STALE_MS = 24 * 60 * 60 * 1_000;

/**
 * The folder, which `fill` makes when it is not there yet. It is filled under another name and then renamed, so a folder
 * of the right name is always whole: of two runs at once the first one counts, and what a run that was cut off has left
 * is removed by a later one.
 */
export async function cached(folder: string, fill: (draft: string) => Promise<void>): Promise<string> {
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${randomUUID()}`;
  await mkdir(draft, { recursive: true });
  await removeStaleDrafts(folder);
  try {
    await fill(draft);
    await rename(draft, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
    return folder;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function removeStaleDrafts(folder: string): Promise<void> {
  const parent = dirname(folder);
  for (const name of await readdir(parent)) {
    const draft = join(parent, name);
    if (!name.startsWith(`${basename(folder)}.`)) continue;
    const age = await stat(draft).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > STALE_MS) await rm(draft, { recursive: true, force: true });
  }
}
