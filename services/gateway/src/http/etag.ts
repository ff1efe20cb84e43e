import { plainEtags } from './compression.ts';

/**
 * Returns the entity tag of an `If-None-Match` header that names this version, in plain or compressed form, by the weak comparison
 * of RFC 9110; undefined if no tag does.
 */
export function matchingEtag(header: string | undefined, etag: string): string | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return etag;
  return header
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .find((one) => plainEtags(one) === etag);
}
