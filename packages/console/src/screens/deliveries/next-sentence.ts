import { relativeTime } from '../../parts/relative-time.ts';
import type { Delivery } from './delivery.ts';

/** The facts of a delivery that decide what happens next. */
export type DeliveryFacts = Pick<Delivery, 'status' | 'next_attempt_at'> & { readonly attempts: readonly unknown[] };

/** Returns what happens next with a delivery, in one or two sentences. */
export function nextSentence({ status, attempts, next_attempt_at }: DeliveryFacts, now: Date): string {
  const count = `${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}`;
  const next = next_attempt_at === null ? undefined : relativeTime(new Date(next_attempt_at), now);
  if (status === 'succeeded') return `The receiver accepted it at attempt ${attempts.length}. Nothing more is sent.`;
  if (status === 'dead') return `All ${count} failed. Nothing more is sent, unless you send it again.`;
  if (status === 'skipped')
    return 'Nothing was sent: the webhook was disabled, or its agent could not use the resource. Recover it to send it.';
  if (status === 'retrying') return `${count} failed. The next attempt is ${next ?? 'due'}.`;
  return attempts.length === 0
    ? 'The first attempt is due now.'
    : `It is queued again after ${count}. The next attempt is ${next ?? 'due'}.`;
}
