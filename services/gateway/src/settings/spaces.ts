import { type Handlers, Json } from '@space/bus';
import { Problem } from '@space/contracts/core';
import type { settings } from '@space/contracts/platform';
import { type Database, newId, readPage } from '@space/database';
import type { Writer } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import { insertSpace, listSpaces, spaceExists } from './spaces.queries.ts';

/** Creates the handlers of the settings operations on Spaces. */
export const spaceHandlers = (database: Database, writer: Writer): Pick<Handlers<typeof settings>, 'create_space' | 'list_spaces'> => ({
  create_space(call) {
    return writer.write(call, async (tx) => new Json((await insertSpace(tx, newId('spc'), call.input.name, tx.now)).json));
  },

  async list_spaces({ input }) {
    return new Json(await readPage(database, listSpaces(input)));
  },
});

/** Throws `not_found` unless the Space exists. */
export async function assertSpaceExists(database: CommonQueryMethods, id: string): Promise<void> {
  if (!(await spaceExists(database, id))) throw new Problem('not_found', `There is no Space "${id}".`);
}
