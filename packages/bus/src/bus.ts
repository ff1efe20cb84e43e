import type { Caller, Problem, ProblemCode } from '@space/contracts/core';
import { CALL_DEADLINE_MS } from '@space/contracts/platform';

/** A request to a service. The body stays bytes: only `createEndpoint` parses it. */
export interface Request {
  readonly caller: Caller;
  /** Path parameters and query, as JSON values. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly body: Uint8Array | null;
  readonly request_id: string;
  /** The time at which the caller stops waiting, in milliseconds since the epoch. A request that arrives later is not started. */
  readonly deadline: number;
  readonly idempotency_key?: string | undefined;
  readonly if_match?: string | undefined;
  /** True for a dry run: the call is validated and answered, and its transaction is rolled back. */
  readonly dry_run?: boolean | undefined;
  /** True if a text may stand for a value of another type that it writes, such as "5" for 5, where only the service knows the type. */
  readonly is_lenient?: boolean | undefined;
  /** The network of the visitor on whose behalf a public page is answered: visitors of several networks take turns. */
  readonly visitor_network?: string | undefined;
  /** W3C trace context. */
  readonly trace: Readonly<Record<string, string>>;
}

/** The answer as bytes, which the gateway passes on unchanged, or a problem. */
export type Reply =
  | {
      readonly body: Uint8Array;
      readonly etag?: string | undefined;
      readonly replayed?: boolean | undefined;
      /** Sentences that name each replaced name or value and what replaced it. */
      readonly understood?: readonly string[] | undefined;
      readonly problem?: never;
    }
  | { readonly problem: Problem; readonly body?: never };

/** Problems after which a change may have happened all the same: no one knows how the call ended. */
const UNKNOWN_ENDS: ReadonlySet<ProblemCode> = new Set(['internal', 'timeout', 'unavailable']);

/** Returns true if a call stored nothing: it was refused, or its answer is that of an earlier call with its idempotency key. */
export const hasStoredNothing = (reply: Reply): boolean =>
  reply.problem ? !UNKNOWN_ENDS.has(reply.problem.code) : reply.replayed === true;

/** One operation that a service serves. */
export interface Endpoint {
  readonly subject: string;
  answer(request: Request): Promise<Reply>;
}

/** Fire-and-forget messages to every subscribed process. They may be lost, so their effect must be reached without them too. */
export interface Signals {
  publish(signal: string, payload: Uint8Array): void;
  /** Subscribes and returns the function that unsubscribes. Errors in `onMessage` are observed and do not affect other subscribers. */
  subscribe(signal: string, onMessage: (payload: Uint8Array) => void): () => void;
}

/**
 * Request/reply and signals between services. A request reaches at most one process that serves its subject, at most
 * once. It rejects with the Problem `timeout` after its deadline, and with `unavailable` if no process serves the subject.
 */
export interface Bus extends Signals {
  serve(service: string, endpoints: readonly Endpoint[]): Promise<void>;
  request(subject: string, request: Request): Promise<Reply>;
  /** True if requests can be sent now. */
  ready(): boolean;
  /** Stops taking requests, waits for those in progress, and disconnects. */
  close(): Promise<void>;
}

/** The kind of a message on the bus. */
export type MessageKind = 'call' | 'answer' | 'signal';

/** The reason to refuse a message: it has no signature, is too old, has another signature, or was received before. */
export type RefusalReason = 'unsigned' | 'expired' | 'forged' | 'replayed';

/** Callbacks for logs and metrics of a bus. */
export interface BusObserver {
  /** Called for an error without a waiting caller: of a subscriber, or of an endpoint that threw instead of answering a Problem. */
  failed?(doing: string, error: unknown): void;
  /** Called for a message that was not processed because no process of this installation sent it just now. */
  refused?(kind: MessageKind, reason: RefusalReason, subject: string): void;
}

/** Returns the deadline of a call that starts now, by the clock of the machine. */
export const deadlineFromNow = (milliseconds: number = CALL_DEADLINE_MS): number => Date.now() + milliseconds;
