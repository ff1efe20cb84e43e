import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const STALE_MS = 24 * 60 * 60 * 1_000;

/**
 * Returns the folder and fills it first if it does not exist. `fill` writes to a draft folder, which is then renamed, so
 * an existing folder is always complete. Of two concurrent fills the first one wins. Drafts older than a day, left by
 * interrupted runs, are removed.
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
