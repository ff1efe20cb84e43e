import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { MAX_PICTURE_BYTES } from '@space/contracts/assets';
import { stripMetadata } from '@space/file-kinds';
import type { ObjectStore } from '@space/object-store';
import { objectsOf, type Ports } from '@space/runtime';
import { asProblem } from '../objects/as-problem.ts';
import type { Source } from '../objects/store-object.ts';
import type { AssetFile } from '../rows/asset-row.ts';

/** A file with its bytes. */
interface FileWithBytes {
  readonly file: AssetFile;
  readonly source: Source;
}

/** Pictures at keys of the store that are in memory together. Another one waits. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Returns a picture without its metadata, and any other file as it is. Returns undefined for a picture whose metadata cannot be removed:
 * one of another format, a broken one, and one that is too large. The bytes at a key of the store stay there.
 */
export async function withoutMetadata(ports: Pick<Ports, 'objects'>, { file, source }: FileWithBytes): Promise<FileWithBytes | undefined> {
  if (file.kind !== 'image') return { file, source };
  if (file.size > MAX_PICTURE_BYTES) return undefined;
  if ('bytes' in source) return strip(file, source.bytes);
  const store = objectsOf(ports);
  const next = last.then(async () => strip(file, await asProblem(() => readAll(store, source.key))));
  last = next.catch(() => {});
  return next;
}

function strip(file: AssetFile, bytes: Buffer): FileWithBytes | undefined {
  const stripped = stripMetadata(file.content_type, bytes);
  if (!stripped) return undefined;
  const sha256 = createHash('sha256').update(stripped).digest('hex');
  return { file: { ...file, size: stripped.length, sha256 }, source: { bytes: stripped } };
}

async function readAll(store: ObjectStore, key: string): Promise<Buffer> {
  const content = await store.get(key);
  if (!content) throw new Error(`the object ${key} is absent`);
  return buffer(content.body);
}
