import { invalidFields, type Problem } from '@space/contracts/core';
import { EVENT_RETENTION_DAYS } from '@space/contracts/events';
import { encodeCursor } from '@space/database';
import { z } from 'zod';

/** The events of one feed or, without a feed, all stored events of a Space. */
export interface FeedScope {
  readonly space: string;
  readonly feed?: string | undefined;
}

/** The Space, the feed (empty for none) and the number of the last event that was returned. */
const CursorValue = z.tuple([z.string(), z.string(), z.int().nonnegative()]);

/**
 * Returns the cursor of GET /events after a number. It contains the scope in plain form: a client stores it for as long
 * as it likes, so it depends on no key that is rotated (ADR 18). A made-up number reads events of the caller's own Space.
 */
export const encodeFeedCursor = ({ space, feed = '' }: FeedScope, seq: number): string => encodeCursor([space, feed, seq]);

/** Returns the number in a cursor; throws `invalid` for any text that is not a cursor of the scope. */
export function decodeFeedCursor(cursor: string, scope: FeedScope): number {
  const value = parse(cursor);
  // A value has one spelling, so a text that was cut or extended is refused.
  if (!value || encodeCursor(value) !== cursor)
    throw rejectCursor('invalid_cursor', 'is not a cursor of GET /events; omit it to start with the oldest stored event');
  const [space, feed, seq] = value;
  if (space !== scope.space)
    throw rejectCursor('foreign_cursor', 'is a cursor of another Space; omit it to start with the oldest event of this one');
  if (feed !== (scope.feed ?? ''))
    throw rejectCursor(
      'foreign_cursor',
      `is a cursor of ${feed === '' ? 'GET /events without subscription_id' : 'another feed'}; omit it to start with the oldest event of this call's feed`,
    );
  return seq;
}

/** Returns the problem of a cursor after which events were deleted: continuing would skip them silently. */
export const expiredCursor = (): Problem =>
  rejectCursor(
    'expired_cursor',
    `is too old: events after it were deleted. Events are stored for ${EVENT_RETENTION_DAYS} days, and without subscription_id only while some event subscription names their type; omit it to start with the oldest stored event`,
  );

const rejectCursor = (code: string, message: string): Problem => invalidFields([{ path: 'after', code, message }]);

function parse(cursor: string): z.infer<typeof CursorValue> | undefined {
  try {
    return CursorValue.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}
