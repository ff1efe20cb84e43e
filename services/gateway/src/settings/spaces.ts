import { type Handlers, Json, type Signals } from '@space/bus';
import { Problem, SPACE_CHANGED } from '@space/contracts/core';
import type { settings } from '@space/contracts/platform';
import { type Database, lockVersioned, newId, readPage } from '@space/database';
import type { Writer } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import { insertSpace, listSpaces, spaceById, spaceExists, updateSpace } from './spaces.queries.ts';

/** Creates the handlers of the settings operations on Spaces. */
export const spaceHandlers = (
  database: Database,
  writer: Writer,
  bus: Signals,
): Pick<Handlers<typeof settings>, 'create_space' | 'list_spaces' | 'get_space' | 'update_space'> => ({
  create_space(call) {
    return writer.write(call, async (tx) => new Json((await insertSpace(tx, { ...call.input, id: newId('spc') }, tx.now)).json));
  },

  async list_spaces({ input }) {
    return new Json(await readPage(database, listSpaces(input)));
  },

  async get_space({ input: { space_id } }) {
    await assertSpaceExists(database, space_id);
    const { json, version } = await database.one(spaceById(space_id));
    return new Json(json, version);
  },

  async update_space(call) {
    const { space_id, ...change } = call.input;
    const answer = await writer.write(call, async (tx) => {
      await assertSpaceExists(tx, space_id);
      await lockVersioned(tx, spaceById(space_id), { noun: 'Space', id: space_id, ifMatch: call.if_version });
      const { json, version } = await updateSpace(tx, space_id, change, tx.now);
      return new Json<never>(json, version);
    });
    // Sessions know the names of their Spaces.
    bus.publish(SPACE_CHANGED, Buffer.from(space_id));
    return answer;
  },
});

/** Throws `not_found` unless the Space exists. */
export async function assertSpaceExists(database: CommonQueryMethods, id: string): Promise<void> {
  if (!(await spaceExists(database, id))) throw new Problem('not_found', `There is no Space "${id}".`);
}
