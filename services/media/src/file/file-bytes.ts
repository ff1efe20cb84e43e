/** The bytes of a file, for a worker process: all, or those at its beginning that the work needs. */
export interface FileBytes {
  readonly bytes: Uint8Array;
  /** Bytes of the whole file. */
  readonly size: number;
  readonly content_type: string;
}
