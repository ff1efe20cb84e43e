/** The result of a scan. `signature` names what was found. */
export type Verdict =
  | { readonly outcome: 'clean' }
  | { readonly outcome: 'infected'; readonly signature: string }
  | { readonly outcome: 'too_large' };

/** The virus scanner of an installation. Every method throws ScannerUnavailable when the scanner gives no answer. */
export interface Scanner {
  /**
   * Scans the bytes of a file, a chunk at a time, within `deadline_ms`. `open` is called again when the connection breaks. An error of the body is
   * thrown as it is, and each body is closed.
   */
  scan(open: () => Promise<AsyncIterable<Uint8Array>>, deadline_ms: number): Promise<Verdict>;
  /** Returns when the scanner answers. */
  ping(): Promise<void>;
}

/** Thrown when the scanner is unreachable, slow or fails: the same file may be scanned later. */
export class ScannerUnavailable extends Error {
  constructor(detail: string, cause?: unknown) {
    super(`The virus scanner ${detail}.`, { cause });
    this.name = 'ScannerUnavailable';
  }
}
