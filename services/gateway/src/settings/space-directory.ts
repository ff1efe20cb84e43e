import type { Handlers } from '@space/bus';
import type { spaceDirectory } from '@space/contracts/platform';
import type { Ports } from '@space/runtime';
import { spaceExists } from './spaces.queries.ts';

/** Answers other services whether a Space is there that an operator named. */
export const spaceDirectoryHandlers = ({ database }: Pick<Ports, 'database'>): Handlers<typeof spaceDirectory> => ({
  find: async ({ input }) => ({ found: await spaceExists(database, input.space_id) }),
});
