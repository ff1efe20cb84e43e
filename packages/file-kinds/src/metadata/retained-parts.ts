import { BrokenPicture } from './broken-picture.ts';

/** Parts of a picture with others between them; a picture with more has no reader. */
const MAX_PARTS = 10_000;

/** The parts of a picture that stay, in order. */
export interface RetainedParts {
  /** Retains the bytes from `at` to `end`. */
  retain(at: number, end: number): void;
  /** Adds new bytes. */
  add(bytes: Buffer): void;
  all(): readonly Buffer[];
}

/** Creates the list of the parts of a picture that stay. Parts that follow each other are one. */
export function retainedParts(bytes: Buffer): RetainedParts {
  const parts: Buffer[] = [];
  let open: { readonly at: number; end: number } | undefined;
  const push = (part: Buffer): void => {
    if (parts.push(part) > MAX_PARTS) throw new BrokenPicture('it has too many parts');
  };
  const close = (): void => {
    if (open) push(bytes.subarray(open.at, open.end));
    open = undefined;
  };
  return {
    retain(at, end) {
      if (open?.end !== at) close();
      if (open) open.end = end;
      else open = { at, end };
    },
    add(part) {
      close();
      push(part);
    },
    all() {
      close();
      return parts;
    },
  };
}
