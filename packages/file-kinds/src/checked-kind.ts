/** A kind of file: its content type, and the check of its bytes. */
export interface CheckedKind {
  readonly content_type: string;
  /** Returns true if a file of this kind may have these bytes, which are the whole file or its beginning. */
  matches(bytes: Buffer): boolean;
}

/** Returns the check for files that begin with one of these bytes. */
export const begins =
  (...signatures: readonly (string | readonly number[])[]) =>
  (bytes: Buffer): boolean =>
    signatures.some((signature) => {
      const wanted = typeof signature === 'string' ? Buffer.from(signature, 'latin1') : Buffer.from(signature);
      return bytes.subarray(0, wanted.length).equals(wanted);
    });

/** Returns true for UTF-8 text without control characters. It may end within a character, because it may be the beginning of a file. */
export function isText(bytes: Buffer): boolean {
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters
    return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }));
  } catch {
    return false;
  }
}
