/** An error in a line. */
export interface LineError {
  readonly at: string;
  readonly column_key: string | null;
  readonly message: string;
}
