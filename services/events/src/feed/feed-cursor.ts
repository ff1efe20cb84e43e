import { EVENT_RETENTION_DAYS, invalidFields, type Problem } from '@space/contracts';
import type { SecretBox } from '@space/database';

/** Opaque places in the events of one Space: sealed, so that nobody can make one or read the numbers inside. */
export interface FeedCursors {
  seal(space: string, seq: number): string;
  /** The number inside; a 400 with the way out for anything that is not a cursor of this Space. */
  open(cursor: string, space: string): number;
}

const VERSION = 'feed1';

/** The cursors that a secret box seals; they live as long as their key is in the box. */
export const feedCursors = (box: SecretBox): FeedCursors => ({
  seal: (space, seq) => box.seal(`${VERSION} ${space} ${seq}`).toString('base64url'),
  open(cursor, space) {
    const [version, of, seq] = opened(box, cursor)?.split(' ') ?? [];
    const place = Number(seq);
    if (version !== VERSION || !Number.isSafeInteger(place))
      throw refused('invalid_cursor', 'is not a cursor of GET /events; leave it out to begin with the oldest event that is kept');
    if (of !== space)
      throw refused('foreign_cursor', 'is a cursor of another Space; leave it out to begin with the oldest event of this one');
    return place;
  },
});

/** The refusal of a cursor behind which events are gone: going on would skip them without a word. */
export const expiredCursor = (): Problem =>
  refused(
    'expired_cursor',
    `is too old: events behind it were removed, since they are kept for ${EVENT_RETENTION_DAYS} days; leave it out to begin with the oldest event that is kept`,
  );

const refused = (code: string, message: string): Problem => invalidFields([{ path: 'after', code, message }]);

function opened(box: SecretBox, cursor: string): string | undefined {
  if (!/^[\w-]+$/.test(cursor)) return undefined;
  try {
    return box.open(Buffer.from(cursor, 'base64url'));
  } catch {
    return undefined;
  }
}
