import { type Handlers, Json } from '@space/bus';
import { publicCatalog } from '@space/contracts/catalog';
import { agentOf } from '@space/contracts/core';
import type { activity, activityLog as activityLogContract } from '@space/contracts/platform';
import type { Ports } from '@space/runtime';
import { readActivity } from './activity.queries.ts';
import type { ActivityLog } from './activity-log.ts';
import { onlyReads } from './record-activity.ts';

/** Answers the activity contract. An agent sees what it did itself. */
export const activityHandlers = ({ database }: Pick<Ports, 'database'>): Handlers<typeof activity> => ({
  list: async ({ input, caller }) => {
    const agent = agentOf(caller);
    const own = agent === null ? {} : { actor_kind: 'agent' as const, actor_id: agent };
    return new Json(await readActivity(database, caller.space_id, { ...input, ...own }));
  },
});

const reading: ReadonlySet<string | null> = new Set(publicCatalog.filter(onlyReads).map(({ id }) => id));

/** Takes the lines of other services. */
export const activityLogHandlers = (log: ActivityLog): Handlers<typeof activityLogContract> => ({
  note: ({ input, caller }) => {
    log.note({ ...input.line, space_id: caller.space_id, reads: reading.has(input.line.operation) });
    return Promise.resolve({ noted: true as const });
  },
});
