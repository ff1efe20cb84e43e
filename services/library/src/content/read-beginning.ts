import { createHash } from 'node:crypto';
import type { ObjectStore } from '@space/object-store';
import { SAMPLE } from './file-of.ts';

/** Returns the first bytes of an object by which the kind of a file is found. Throws if it is absent. */
export async function readBeginning(store: ObjectStore, key: string, size: number): Promise<Buffer> {
  if (size === 0) return Buffer.alloc(0);
  const content = await store.get(key, { range: { first: 0, last: Math.min(SAMPLE, size) - 1 } });
  if (!content) throw new Error(`the object ${key} is absent`);
  const parts: Buffer[] = [];
  for await (const part of content.body) parts.push(part);
  return Buffer.concat(parts);
}

/** Returns the SHA-256 of an object in hex. Throws if it is absent. */
export async function hashObject(store: ObjectStore, key: string): Promise<string> {
  const content = await store.get(key);
  if (!content) throw new Error(`the object ${key} is absent`);
  const hash = createHash('sha256');
  for await (const part of content.body) hash.update(part);
  return hash.digest('hex');
}
