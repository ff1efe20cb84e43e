import { invalidFields, type Problem } from '@space/contracts/core';
import { EVENT_RETENTION_DAYS } from '@space/contracts/events';
import type { SecretBox } from '@space/crypto';

/** What a place is in: the events of one feed, or all that a Space keeps. */
export interface FeedScope {
  readonly space: string;
  readonly feed?: string | undefined;
}

/** Opaque places in what is pulled: sealed, so that nobody can make one or read the numbers inside. */
export interface FeedCursors {
  seal(pulled: FeedScope, seq: number): string;
  /** The number inside; a 400 with the way out for anything that is not a cursor of what is pulled. */
  open(cursor: string, pulled: FeedScope): number;
}

const VERSION = 'feed1';
/** Stands for the feed where none was named. */
const NO_FEED = '-';

/** The cursors that a secret box seals; they live as long as their key is in the box. */
export const createFeedCursors = (box: SecretBox): FeedCursors => ({
  seal: ({ space, feed = NO_FEED }, seq) => box.seal(`${VERSION} ${space} ${feed} ${seq}`).toString('base64url'),
  open(cursor, { space, feed = NO_FEED }) {
    const [version, of, by, seq] = opened(box, cursor)?.split(' ') ?? [];
    const place = Number(seq);
    if (version !== VERSION || !Number.isSafeInteger(place))
      throw refused('invalid_cursor', 'is not a cursor of GET /events; leave it out to begin with the oldest event that is kept');
    if (of !== space)
      throw refused('foreign_cursor', 'is a cursor of another Space; leave it out to begin with the oldest event of this one');
    if (by !== feed)
      throw refused(
        'foreign_cursor',
        `is a cursor of ${by === NO_FEED ? 'GET /events without subscription_id' : `the feed ${by}`}; leave it out to begin with the oldest event of what you pull now`,
      );
    return place;
  },
});

/** The refusal of a cursor behind which events are gone: going on would skip them without a word. */
export const expiredCursor = (): Problem =>
  refused(
    'expired_cursor',
    `is too old: events behind it were removed, since they are kept for ${EVENT_RETENTION_DAYS} days, and without subscription_id only while some event subscription names their type; leave it out to begin with the oldest event that is kept`,
  );

const refused = (code: string, message: string): Problem => invalidFields([{ path: 'after', code, message }]);

function opened(box: SecretBox, cursor: string): string | undefined {
  const sealed = Buffer.from(cursor, 'base64url');
  // Text that decodes to the same bytes is not what was sealed.
  if (sealed.toString('base64url') !== cursor) return undefined;
  try {
    return box.open(sealed);
  } catch {
    return undefined;
  }
}
