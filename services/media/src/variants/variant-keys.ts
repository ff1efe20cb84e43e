import type { VariantRef } from './variants.queries.ts';

/** The beginning of the keys of all variants. */
export const VARIANTS = 'v/';

/** Returns the key of a variant in the object store. */
export const variantKey = ({ space_id, sha256, name }: VariantRef): string => `${VARIANTS}${space_id}/${sha256}/${name}`;

/** Returns the media type of a variant, which the end of its name says. */
export const contentTypeOf = ({ name }: VariantRef): string => `image/${name.slice(name.lastIndexOf('.') + 1)}`;

/** Returns the variant of a key; undefined for another key. */
export function readVariantKey(key: string): VariantRef | undefined {
  const [, space_id, sha256, name] = /^v\/([a-z0-9_]+)\/([0-9a-f]{64})\/([a-z0-9.-]+)$/.exec(key) ?? [];
  return space_id === undefined || sha256 === undefined || name === undefined ? undefined : { space_id, sha256, name };
}
