import type { WorkKind } from './works.ts';

/** A request to a worker process, which works on one at a time. */
export interface WorkerRequest {
  readonly kind: WorkKind;
  readonly input: unknown;
}

/** The reply of a worker process, with the bytes of memory that it uses. */
export type WorkerReply =
  | { readonly result: unknown; readonly rss: number }
  | { readonly reason: string; readonly detail: string; readonly rss: number };
