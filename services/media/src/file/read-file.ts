import type { ObjectStore } from '@space/object-store';

/** Returns the key of the bytes of a file in a Space, which library has stored. */
const fileKey = (space: string, sha256: string): string => `s/${space}/${sha256}`;

/** Returns the first `size` bytes of a file; undefined if it was removed. */
export async function readFile(store: ObjectStore, space: string, sha256: string, size: number): Promise<Uint8Array | undefined> {
  if (size === 0) return new Uint8Array();
  const content = await store.get(fileKey(space, sha256), { range: { first: 0, last: size - 1 } });
  if (!content) return undefined;
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for await (const part of content.body) at += part.copy(bytes, at);
  if (at !== size) throw new Error(`the object of ${sha256} has ${at} bytes instead of ${size}`);
  return bytes;
}
