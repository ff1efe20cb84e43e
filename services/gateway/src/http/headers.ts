/** Header names and values, one after the other, as `writeHead` sends them without a check. */
export type Headers = readonly string[];

/** Returns headers by name as a flat list. */
export const headerList = (headers: Readonly<Record<string, string>>): Headers => Object.entries(headers).flat();

/** Headers of an answer for one caller only. */
export const PRIVATE: Headers = ['Cache-Control', 'private, no-store'];

/** The headers of answers that scripts of other origins can read. The guide to the basics lists them. */
const EXPOSED_HEADERS = [
  'ETag',
  'Location',
  'Understood',
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Idempotent-Replayed',
  'Dry-Run',
  'Content-Disposition',
  'Allow',
  'WWW-Authenticate',
].join(', ');

/**
 * Headers of every answer of the API. Browsers on any origin may call the API: a key is never ambient, so no credentials are allowed
 * (contract, C5).
 */
export const COMMON_HEADERS: Headers = headerList({
  'X-Content-Type-Options': 'nosniff',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS,
});
