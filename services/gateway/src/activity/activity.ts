import { type Handlers, Json } from '@space/bus';
import { agentOf, type Caller, figurePeriod } from '@space/contracts/core';
import type { activity, activityLog } from '@space/contracts/platform';
import type { Ports } from '@space/runtime';
import { listActivity } from './activity.queries.ts';
import { findActivityFigures } from './activity-figures.queries.ts';
import type { ActivityLog } from './activity-log.ts';
import { isReadOnlyId } from './record-activity.ts';

/** Creates the handlers of the activity contract. An agent sees its own calls only. */
export const activityHandlers = ({ database, clock }: Pick<Ports, 'database' | 'clock'>): Handlers<typeof activity> => ({
  async list({ input, caller }) {
    return new Json(await listActivity(database, caller.space_id, { ...input, ...ownCalls(caller) }));
  },

  async figures({ input, caller }) {
    const period = figurePeriod(input, clock.now());
    return new Json(await findActivityFigures(database, caller.space_id, { ...input, ...period, ...ownCalls(caller) }));
  },
});

/** Returns the filter for the calls of an agent; none for any other caller. */
function ownCalls(caller: Caller): { readonly actor_kind?: 'agent'; readonly actor_id?: string } {
  const agent = agentOf(caller);
  return agent === null ? {} : { actor_kind: 'agent', actor_id: agent };
}

/** Creates the handlers by which other services add lines. */
export const activityLogHandlers = (log: ActivityLog): Handlers<typeof activityLog> => ({
  append({ input, caller }) {
    log.append({ ...input.line, space_id: caller.space_id, is_read_only: isReadOnlyId(input.line.operation) });
    return Promise.resolve({ appended: true as const });
  },
});
