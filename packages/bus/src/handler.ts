import type { Caller, InputOf, Operation, OutputOf } from '@space/contracts/core';

/** The JSON text of a T, built by Postgres and sent unchanged. */
export class Json<T> {
  declare readonly stands_for: T;
  readonly text: string;
  /** The version of one resource, for ETag and If-Match. */
  readonly version: number | undefined;
  /**
   * Extra input of the ETag besides the version, such as a count; If-Match ignores it. Default: a checksum of the text.
   * Give it for a text that differs on every read, for example because it contains the current time.
   */
  readonly etagInput: number | undefined;

  constructor(text: string, version?: number, etagInput?: number) {
    this.text = text;
    this.version = version;
    this.etagInput = etagInput;
  }
}

/** The result of a handler: the value, or its JSON text. */
export type Answer<O> = OutputOf<O> | Json<OutputOf<O>>;

/** One parsed call of an operation. */
export interface Call<O extends Operation = Operation> {
  readonly operation: O;
  readonly operation_id: string;
  readonly input: InputOf<O>;
  readonly caller: Caller;
  readonly request_id: string;
  readonly trace: Readonly<Record<string, string>>;
  /** The idempotency key of the call with a hash of its input, if the caller sent a key. */
  readonly idempotency?: { readonly key: string; readonly fingerprint: string } | undefined;
  /** The versions of If-Match; null if the call has no such condition. */
  readonly if_version: readonly number[] | null;
  /** True for a dry run: the transaction of the call is rolled back. */
  readonly dry_run: boolean;
  /** Set to true if the answer is the stored response of an earlier call. */
  replayed: boolean;
}

/** The function that executes an operation. It reports failures by throwing a Problem. */
export type Handler<O extends Operation> = (call: Call<O>) => Promise<Answer<O>>;

/** One handler for each operation of a contract; a missing handler does not compile. */
export type Handlers<C extends { operations: Record<string, Operation> }> = {
  readonly [K in keyof C['operations']]: Handler<C['operations'][K]>;
};
