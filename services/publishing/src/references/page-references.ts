import type { Handlers } from '@space/bus';
import type { pageReferences } from '@space/contracts';
import type { Ports } from '@space/runtime';
import { publicOrigin } from '../public-origin.ts';
import { findUses } from './references.queries.ts';

/** Answers other services which pages use their things; ids of other Spaces are passed over. */
export const pageReferenceHandlers = ({ database, config }: Pick<Ports, 'database' | 'config'>): Handlers<typeof pageReferences> => ({
  used_by: async ({ input, caller }) => ({
    references: [...(await findUses(database, publicOrigin(config), caller.space_id, input.ids))],
  }),
});
