import type { Caller, Problem } from '@space/contracts/core';

/** A call on its way to the service that answers it. The body stays bytes: only `answer()` parses it. */
export interface Request {
  readonly caller: Caller;
  /** Path parameters and query, already turned into JSON by the gateway. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly body: Uint8Array | null;
  readonly request_id: string;
  /** When the caller stops waiting, in milliseconds since the epoch; a call read later is not begun. */
  readonly deadline: number;
  readonly idempotency_key?: string | undefined;
  readonly if_match?: string | undefined;
  /** Judge the call and answer what it would, but keep nothing of it. */
  readonly dry_run?: boolean | undefined;
  /** W3C trace context. */
  readonly trace: Readonly<Record<string, string>>;
}

/** The answer as bytes, which the gateway passes through untouched, or the refusal. */
export type Reply =
  | { readonly body: Uint8Array; readonly etag?: string | undefined; readonly replayed?: boolean | undefined; readonly problem?: never }
  | { readonly problem: Problem; readonly body?: never };

/** One operation as a service serves it. */
export interface Endpoint {
  readonly subject: string;
  answer(request: Request): Promise<Reply>;
}

/** Fire-and-forget messages to every process that listens; what they carry must be recoverable without them. */
export interface Signals {
  publish(signal: string, payload: Uint8Array): void;
  /** Calls `heard` for each message until the returned function is called; what it throws stops nobody else. */
  subscribe(signal: string, heard: (payload: Uint8Array) => void): () => void;
}

/**
 * How processes ask each other. A request reaches one of the processes that serve its subject, at most once; it is
 * answered before its deadline or rejects with a Problem `timeout`, and with `unavailable` when nobody serves it.
 */
export interface Bus extends Signals {
  serve(service: string, endpoints: readonly Endpoint[]): Promise<void>;
  request(subject: string, request: Request): Promise<Reply>;
  /** Whether requests can be sent now. */
  ready(): boolean;
  /** Stops taking new requests, lets those begun finish, and disconnects. */
  close(): Promise<void>;
}

/** What a bus tells whoever runs it. */
export interface BusWatch {
  /** Something was thrown that nobody waits for: by a subscriber, or by an endpoint, which should answer a Problem instead. */
  failed?(doing: string, error: unknown): void;
}

/** How long a caller waits for a service unless it says otherwise, in milliseconds. */
export const DEFAULT_DEADLINE_MS = 10_000;

/** The deadline of a call that begins now; the machine's own time, which the bus waits by. */
export const deadlineFromNow = (milliseconds: number = DEFAULT_DEADLINE_MS): number => Date.now() + milliseconds;

/** A message larger than this is refused with `too_large` on either side, in bytes; NATS needs `max_payload: 8MB`. */
export const MAX_MESSAGE_BYTES = 7 * 1_048_576;
