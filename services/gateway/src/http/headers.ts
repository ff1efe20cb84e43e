/** Header names and values, one after the other, as `writeHead` sends them without a check. */
export type Headers = readonly string[];

/** Returns headers by name as a flat list. */
export const headerList = (headers: Readonly<Record<string, string>>): Headers => Object.entries(headers).flat();

/** Headers of an answer for one caller only. */
export const PRIVATE: Headers = ['Cache-Control', 'private, no-store'];
