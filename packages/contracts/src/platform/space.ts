import { z } from 'zod';
import { nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { timeZone } from '../core/time-fields.ts';

/** The time at which a Space is deleted, if its deletion was asked for. */
export const deleteAt = timestamp
  .nullable()
  .describe(
    'The time at which the Space is deleted with all that it has; until then an owner can take it back. null: it is not being deleted',
  );

/** A workspace: the unit of isolation. */
export const Space = z.object({ ...resource, name: z.string(), timezone: z.string(), delete_at: deleteAt }).meta({ id: 'Space' });

/** The time zone of a Space. */
export const spaceTimeZone = timeZone.describe('IANA zone of the Space: of due dates that come without one');

/** The name of a Space. */
export const spaceName = nonEmptyLine(200).describe('Name of the Space');
