import { Problem } from '@space/contracts/core';
import { objectsOf, type Ports } from '@space/runtime';
import { asProblem } from './as-problem.ts';
import { objectKey } from './object-keys.ts';

/** Returns the bytes of an object. It is for objects whose size is known to be small. */
export const readObject = (ports: Pick<Ports, 'objects'>, space: string, sha256: string): Promise<Buffer> =>
  asProblem(async () => {
    const content = await objectsOf(ports as Ports).get(objectKey(space, sha256));
    if (!content) throw new Error(`the object of the asset with the hash ${sha256} is absent`);
    const parts: Uint8Array[] = [];
    for await (const part of content.body) parts.push(part);
    return Buffer.concat(parts);
  });

/** Throws `missing_scope` for a caller who may not read the file of an asset. */
export function assertMayReadAssets(scopes: readonly string[] | undefined): void {
  if (!scopes?.includes('assets:read'))
    throw new Problem('missing_scope', 'The file is an asset, and this key lacks the scope assets:read; use a key that has it.', {
      missing_scope: 'assets:read',
    });
}
