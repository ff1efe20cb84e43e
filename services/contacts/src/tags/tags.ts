import { type Handlers, Json } from '@space/bus';
import type { tags } from '@space/contracts/contacts';
import { readPage } from '@space/database';
import type { Ports } from '@space/runtime';
import { listTags } from './tags.queries.ts';

/** Creates the handlers of the tags contract. */
export const tagHandlers = ({ database }: Pick<Ports, 'database'>): Handlers<typeof tags> => ({
  async list({ input, caller }) {
    return new Json(await readPage(database, listTags(caller.space_id, input)));
  },
});
