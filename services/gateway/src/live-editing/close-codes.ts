import { liveKindOf } from '@space/contracts/live';

/** The reason for which the gateway ends a live connection, as clients see it. */
export interface LiveEnd {
  /** A code of RFC 6455, or one from 4400 that has the last digits of an HTTP status. */
  readonly code: 1001 | 1003 | 1012 | 1013 | 4400 | 4401 | 4403 | 4404 | 4410;
  readonly reason: string;
}

/** The ends of live connections that have one reason. */
export const ENDS = {
  restart: { code: 1012, reason: 'The service restarts; connect again with a new ticket.' },
  reload: { code: 1012, reason: 'Changes are missing here; connect again with a new ticket.' },
  not_stored: { code: 1013, reason: 'A change could not be stored now; connect again with a new ticket and send it again.' },
  busy: { code: 1013, reason: 'Too many changes wait here for being stored; connect again with a new ticket and send yours again.' },
  slow: { code: 1013, reason: 'The connection reads too slowly; connect again with a new ticket.' },
  text: { code: 1003, reason: 'Messages must be binary.' },
  broken: { code: 4400, reason: 'A message cannot be read.' },
  credential: { code: 4401, reason: 'The key or session of this connection has ended.' },
  ticket: { code: 4410, reason: 'The ticket was used or has expired; get a new one.' },
} as const satisfies Record<string, LiveEnd>;

/** Returns the ends of live connections to some content, whose reasons name its kind. */
export function contentEnds(content_id: string) {
  // Library seals tickets for these kinds only.
  const kind = liveKindOf(content_id)!;
  return {
    permission: { code: 4403, reason: `The key or person of this connection may no longer use the ${kind} so.` },
    read_only: { code: 4403, reason: 'This ticket only reads; get one to edit.' },
    gone: { code: 4404, reason: `The ${kind} was deleted or is in the trash.` },
  } as const satisfies Record<string, LiveEnd>;
}

/** Bytes of a reason that a close frame carries. */
const REASON_LENGTH = 123;

/** Returns a reason that fits into a close frame. */
export function closeReason(reason: string): string {
  let text = reason;
  while (Buffer.byteLength(text) > REASON_LENGTH) text = text.slice(0, -1);
  return text.toWellFormed();
}
