import { type Handlers, Json } from '@space/bus';
import { agentOf } from '@space/contracts/core';
import type { activity, activityLog } from '@space/contracts/platform';
import type { Ports } from '@space/runtime';
import { listActivity } from './activity.queries.ts';
import type { ActivityLog } from './activity-log.ts';
import { isReadOnlyId } from './record-activity.ts';

/** Creates the handlers of the activity contract. An agent sees its own calls only. */
export const activityHandlers = ({ database }: Pick<Ports, 'database'>): Handlers<typeof activity> => ({
  async list({ input, caller }) {
    const agent = agentOf(caller);
    const own = agent === null ? {} : { actor_kind: 'agent' as const, actor_id: agent };
    return new Json(await listActivity(database, caller.space_id, { ...input, ...own }));
  },
});

/** Creates the handlers by which other services add lines. */
export const activityLogHandlers = (log: ActivityLog): Handlers<typeof activityLog> => ({
  append({ input, caller }) {
    log.append({ ...input.line, space_id: caller.space_id, is_read_only: isReadOnlyId(input.line.operation) });
    return Promise.resolve({ appended: true as const });
  },
});
