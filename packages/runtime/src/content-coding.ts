/**
 * Returns the content codings that an Accept-Encoding header names and does not exclude by `q=0`, in lower case. `*` names no
 * coding.
 */
export function acceptedCodings(acceptEncoding: string | string[] | undefined): ReadonlySet<string> {
  if (acceptEncoding === undefined) return NONE;
  return new Set(
    String(acceptEncoding)
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q\s*=\s*0(?:\.0*)?\s*$/.test(part))
      .map((part) => part.split(';', 1)[0]!.trim()),
  );
}

const NONE: ReadonlySet<string> = new Set();
