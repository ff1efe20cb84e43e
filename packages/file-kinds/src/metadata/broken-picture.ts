/** Thrown for bytes that are not a whole picture of their format. */
export class BrokenPicture extends Error {
  constructor(detail: string) {
    super(`the picture is broken: ${detail}`);
    this.name = 'BrokenPicture';
  }
}

/** Throws BrokenPicture unless the bytes from `at` to `end` are there. */
export function assertInside(bytes: Buffer, at: number, end: number): void {
  if (at < 0 || end < at || end > bytes.length) throw new BrokenPicture(`${end} bytes are needed, and ${bytes.length} are there`);
}
