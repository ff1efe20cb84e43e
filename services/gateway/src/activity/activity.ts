import { type Handlers, Json } from '@space/bus';
import { type activity, type activityLog as activityLogContract, agentOf } from '@space/contracts';
import type { Ports } from '@space/runtime';
import { readActivity } from './activity.queries.ts';
import type { ActivityLog } from './activity-log.ts';

/** Answers the activity contract. An agent sees what it did itself. */
export const activityHandlers = ({ database }: Pick<Ports, 'database'>): Handlers<typeof activity> => ({
  list: async ({ input, caller }) => {
    const agent = agentOf(caller);
    const own = agent === null ? {} : { actor_kind: 'agent' as const, actor_id: agent };
    return new Json(await readActivity(database, caller.space_id, { ...input, ...own }));
  },
});

/** Takes the lines of other services. */
export const activityLogHandlers = (log: ActivityLog): Handlers<typeof activityLogContract> => ({
  note: ({ input, caller }) => {
    log.note({ ...input.line, space_id: caller.space_id, reads: false });
    return Promise.resolve({ noted: true as const });
  },
});
