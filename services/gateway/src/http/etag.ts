/** Returns true if an `If-None-Match` header names this ETag, by the weak comparison of RFC 9110. */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag));
