import { UNDO_DAYS } from '@space/contracts/contacts';
import { isoTime } from '@space/database';
import { DAY_MS } from '@space/time';

/** Returns the time since which changes can be undone, ISO 8601, by the time now in milliseconds. */
export const undoableSince = (now: number): string => isoTime(now - UNDO_DAYS * DAY_MS);
