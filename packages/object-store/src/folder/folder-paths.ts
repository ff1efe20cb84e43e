import { join } from 'node:path';

/** The folders of a store. All are on one file system, because a rename does not cross file systems. */
export interface FolderPaths {
  /** The visible objects. */
  readonly objects: string;
  /** Half-written bodies. */
  readonly incoming: string;
  /** Uploads in parts. */
  readonly uploads: string;
}

/** Returns the folders of a store. */
export const pathsOf = (root: string): FolderPaths => ({
  objects: join(root, 'objects'),
  incoming: join(root, 'incoming'),
  uploads: join(root, 'uploads'),
});

/** Ends the name of a folder of files; no key has this character. */
export const SHARD_END = '+';

/** The characters of a name by which files are spread, so that no folder has a million entries. */
export const SHARD_LENGTH = 2;

/** Returns the folder and the path of an object. `a/b/cdef` is the file `a/b/cd+/cdef`: a folder of files never has the name of a segment. */
export function pathOf(objects: string, key: string): { readonly folder: string; readonly file: string } {
  const segments = key.split('/');
  const name = segments.pop()!;
  const folder = join(objects, ...segments, `${name.slice(0, SHARD_LENGTH)}${SHARD_END}`);
  return { folder, file: join(folder, name) };
}
