import type { Handlers } from '@space/bus';
import type { spaceDirectory } from '@space/contracts/platform';
import type { Ports } from '@space/runtime';
import { spaceExists } from './spaces.queries.ts';

/** Creates the handlers by which other services look up Spaces that an operator named. */
export const spaceDirectoryHandlers = ({ database }: Pick<Ports, 'database'>): Handlers<typeof spaceDirectory> => ({
  async find({ input }) {
    return { found: await spaceExists(database, input.space_id) };
  },
});
