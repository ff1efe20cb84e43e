import { request } from '@space/bus';
import { agentRemoval } from '@space/contracts/events';
import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { MINUTE_MS, SECOND_MS } from '@space/time';
import { type PollingTask, pollingTask } from '@space/worker';
import { claimRemoval, type RemovalRow, scheduleRemoval } from './agents.queries.ts';

const POLL_INTERVAL_MS = 5 * SECOND_MS;
/** The time for which a gateway claims an agent, which then is tried again. */
const CLAIM_MS = MINUTE_MS;
/** A call of a revoked key that was in progress may create a listener for so long; the listeners are ended again after that. */
const CALLS_END_MS = MINUTE_MS;

/**
 * Returns the task that ends the listeners of deleted agents in the events service. A deletion marks the agent and revokes its keys in
 * one transaction. This task then calls until a call that began a minute after the deletion has succeeded, so that a crash or an
 * outage leaves nothing undone.
 */
export function agentRemovalTask({ bus, clock, database, log }: Ports): PollingTask {
  async function endListeners(agent: RemovalRow, now: number): Promise<void> {
    const { id, space_id, deleted_at, deleted_by } = agent;
    const context = { caller: { space_id, key_id: '', actor: deleted_by }, request_id: `agent-removal-${id}`, trace: {} };
    await request(bus, context, agentRemoval, 'end_listeners', { agent_id: id });
    const lastCallAt = deleted_at + CALLS_END_MS;
    await scheduleRemoval(database, agent, now >= lastCallAt ? null : isoTime(lastCallAt), isoTime(now));
  }

  return pollingTask({
    name: 'agent-removal',
    async poll() {
      const now = clock.now();
      const agent = await claimRemoval(database, isoTime(now), isoTime(now + CLAIM_MS));
      if (!agent) return false;
      try {
        await endListeners(agent, now);
      } catch (error) {
        log.warn(
          { err: error, agent_id: agent.id, space_id: agent.space_id },
          'ending the listeners of a deleted agent failed; retrying in a minute',
        );
      }
      return true;
    },
    intervalMs: POLL_INTERVAL_MS,
    onError: (error) => log.warn({ err: error }, 'polling for deleted agents failed; retrying in a second'),
  });
}
