import type { Caller, InputOf, Operation, OutputOf } from '@space/contracts/core';

/** JSON text that stands for a T and is sent as it is: Postgres built it, nothing parses it again. */
export class Json<T> {
  declare readonly stands_for: T;
  readonly text: string;
  /** The version of a single thing, for ETag and If-Match. */
  readonly version: number | undefined;
  /**
   * What of the text makes another ETag beside its version, such as a count; If-Match does not mind it. Left out it is all
   * of the text, which is wrong only for one that is different each time, as by the time it was made.
   */
  readonly shown: number | undefined;

  constructor(text: string, version?: number, shown?: number) {
    this.text = text;
    this.version = version;
    this.shown = shown;
  }
}

/** What a handler answers: the value, or the JSON text of it. */
export type Answer<O> = OutputOf<O> | Json<OutputOf<O>>;

/** One call of one operation, parsed. */
export interface Call<O extends Operation = Operation> {
  readonly operation: O;
  readonly operation_id: string;
  readonly input: InputOf<O>;
  readonly caller: Caller;
  readonly request_id: string;
  readonly trace: Readonly<Record<string, string>>;
  /** Present when the caller wants this call to happen once: the key, and a hash of the input. */
  readonly idempotency?: { readonly key: string; readonly fingerprint: string } | undefined;
  /** The versions the caller will change, from If-Match; null when any will do. */
  readonly if_version: readonly number[] | null;
  /** Whether nothing of the call is to be kept: its transaction is rolled back when the answer is known. */
  readonly dry_run: boolean;
  /** Set when the answer is the kept one of an earlier call. */
  replayed: boolean;
}

/** The function that answers an operation. */
export type Handler<O extends Operation> = (call: Call<O>) => Promise<Answer<O>>;

/** One handler for each operation of a contract; a missing one does not compile. */
export type Handlers<C extends { operations: Record<string, Operation> }> = {
  readonly [K in keyof C['operations']]: Handler<C['operations'][K]>;
};
