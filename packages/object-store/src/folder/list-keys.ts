import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unless } from './folder-errors.ts';
import { SHARD_END, SHARD_LENGTH } from './folder-paths.ts';

/** The keys to list: those that begin with `prefix` and come after `after`. */
export interface KeyRange {
  readonly prefix: string;
  readonly after: string;
}

/** Entries of a folder whose keys begin with the same characters: at most one folder of files, and folders of longer keys. */
interface Group {
  hasFiles: boolean;
  readonly folders: string[];
}

/**
 * Returns the keys of a range below a folder, ordered by bytes. `base` is the key of the folder, with `/` at its end unless empty. Folders
 * outside of the range are not read.
 */
export async function* listKeys(folder: string, base: string, range: KeyRange): AsyncGenerator<string, void> {
  const groups = groupEntries(await namesIn(folder));
  for (const start of [...groups.keys()].toSorted(byBytes)) {
    if (!mayHave(base + start, range)) continue;
    const { hasFiles, folders } = groups.get(start)!;
    const files = hasFiles ? await namesIn(join(folder, `${start}${SHARD_END}`)) : [];
    for (const entry of [...files, ...folders.map((name) => `${name}/`)].toSorted(byBytes)) {
      const key = base + entry;
      if (entry.endsWith('/')) {
        if (mayHave(key, range)) yield* listKeys(join(folder, entry), key, range);
      } else if (key.startsWith(range.prefix) && key > range.after) yield key;
    }
  }
}

/** Groups entries by the first characters of their keys. The key of what is in a folder `a` begins with `a/`. */
function groupEntries(names: readonly string[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const name of names) {
    const isOfFiles = name.endsWith(SHARD_END);
    const start = isOfFiles ? name.slice(0, -SHARD_END.length) : `${name}/`.slice(0, SHARD_LENGTH);
    const group = groups.get(start) ?? { hasFiles: false, folders: [] };
    groups.set(start, group);
    if (isOfFiles) group.hasFiles = true;
    else group.folders.push(name);
  }
  return groups;
}

/** Returns true if a key that begins with `start` may be in the range. */
const mayHave = (start: string, { prefix, after }: KeyRange): boolean =>
  (start.startsWith(prefix) || prefix.startsWith(start)) && (start > after || after.startsWith(start));

/** Returns the names in a folder; an absent one has none. */
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(unless(['ENOENT', 'ENOTDIR'], []));

const byBytes = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
