import { type Handlers, Json } from '@space/bus';
import type { taskLabels } from '@space/contracts/work';
import { readPage } from '@space/database';
import type { Ports } from '@space/runtime';
import { listLabels } from './list-labels-sql.ts';

/** Creates the handlers of labels. */
export const labelHandlers = ({ database }: Pick<Ports, 'database'>): Handlers<typeof taskLabels> => ({
  list: async ({ input, caller }) => new Json(await readPage(database, listLabels(caller.space_id, input))),
});
