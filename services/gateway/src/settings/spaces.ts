import { type Handlers, Json } from '@space/bus';
import { Problem } from '@space/contracts/core';
import type { settings } from '@space/contracts/platform';
import { type Database, newId, readPage } from '@space/database';
import type { Writer } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import { insertSpace, spaceExists, spacePage } from './spaces.queries.ts';

/** Answers the settings operations about Spaces themselves. */
export const spaceHandlers = (database: Database, write: Writer): Pick<Handlers<typeof settings>, 'create_space' | 'list_spaces'> => ({
  create_space: (call) => write.write(call, async (tx) => new Json((await insertSpace(tx, newId('spc'), call.input.name, tx.now)).json)),
  list_spaces: async ({ input }) => new Json(await readPage(database, spacePage(input))),
});

/** Refuses a Space that is not there. */
export async function mustBeSpace(database: CommonQueryMethods, id: string): Promise<void> {
  if (!(await spaceExists(database, id))) throw new Problem('not_found', `There is no Space "${id}".`);
}
