import { invalidFields, type Problem } from '@space/contracts/core';
import { EVENT_RETENTION_DAYS } from '@space/contracts/events';
import { type SecretBox, sealedToken } from '@space/crypto';
import { z } from 'zod';

/** The events of one feed or, without a feed, all stored events of a Space. */
export interface FeedScope {
  readonly space: string;
  readonly feed?: string | undefined;
}

/** Opaque cursors of GET /events: only this installation can make one or read the number inside. */
export interface FeedCursors {
  seal(scope: FeedScope, seq: number): string;
  /** Returns the number inside; throws `invalid` for any text that is not a cursor of the scope. */
  open(cursor: string, scope: FeedScope): number;
}

const CursorValue = z.tuple([z.string(), z.string().nullable(), z.int()]);

/** Returns the cursors that a secret box seals; they are valid as long as their key is in the box. */
export function createFeedCursors(box: SecretBox): FeedCursors {
  const tokens = sealedToken(box, { purpose: 'feed-cursor', schema: CursorValue });
  return {
    seal: ({ space, feed = null }, seq) => tokens.seal([space, feed, seq]),
    open(cursor, scope) {
      const value = tokens.open(cursor);
      if (!value) throw rejectCursor('invalid_cursor', 'is not a cursor of GET /events; omit it to start with the oldest stored event');
      const [space, feed, seq] = value;
      if (space !== scope.space)
        throw rejectCursor('foreign_cursor', 'is a cursor of another Space; omit it to start with the oldest event of this one');
      if (feed !== (scope.feed ?? null))
        throw rejectCursor(
          'foreign_cursor',
          `is a cursor of ${feed === null ? 'GET /events without subscription_id' : `the feed ${feed}`}; omit it to start with the oldest event of this call's feed`,
        );
      return seq;
    },
  };
}

/** Returns the problem of a cursor after which events were deleted: continuing would skip them silently. */
export const expiredCursor = (): Problem =>
  rejectCursor(
    'expired_cursor',
    `is too old: events after it were deleted. Events are stored for ${EVENT_RETENTION_DAYS} days, and without subscription_id only while some event subscription names their type; omit it to start with the oldest stored event`,
  );

const rejectCursor = (code: string, message: string): Problem => invalidFields([{ path: 'after', code, message }]);
