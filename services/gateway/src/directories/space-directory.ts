import type { Handlers } from '@space/bus';
import { Problem } from '@space/contracts/core';
import type { spaceDirectory } from '@space/contracts/platform';
import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import { findLook } from '../look/look.queries.ts';
import { publicLook } from '../look/look.ts';
import { findSpaceTimeZone, spaceExists } from '../settings/spaces.queries.ts';

/** Creates the handlers by which other services look up Spaces that an operator named. */
export const spaceDirectoryHandlers = ({ database, config }: Pick<Ports, 'database' | 'config'>): Handlers<typeof spaceDirectory> => ({
  async find({ input }) {
    return { found: await spaceExists(database, input.space_id) };
  },

  async timezone({ caller }) {
    return { timezone: await findSpaceTimeZone(database, caller.space_id) };
  },

  async look({ caller }) {
    const row = await findLook(database, caller.space_id);
    // A deleted Space has no page any more, so `not_found` means one that is closed.
    if (!row) throw new Problem('invalid', `There is no Space "${caller.space_id}".`);
    if (row.delete_at !== null) throw new Problem('not_found', 'This Space is closed.');
    return publicLook(row, publicOrigin(config));
  },
});
