/** The bytes of a file, for a worker process. */
export interface FileBytes {
  readonly bytes: Uint8Array;
  readonly content_type: string;
}
