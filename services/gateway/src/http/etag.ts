/** Whether an If-None-Match header names this ETag, by the weak comparison. */
export const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag));
