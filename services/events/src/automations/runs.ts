import { type Handlers, Json } from '@space/bus';
import { notFound, Problem } from '@space/contracts/core';
import { type automations, MAX_AUTOMATION_CHAIN, MAX_UNFINISHED_RUNS_PER_SPACE } from '@space/contracts/events';
import { newId, readPage, sql } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { countUnfinishedRuns, findAutomationToRun, findRun, insertRuns, isAutomation, listRuns } from './runs.queries.ts';

/** The sentence that ends a chain of automations (decisions, Automations). */
export const CHAIN_LIMIT_REACHED = `Not run: a chain of automations stops at ${MAX_AUTOMATION_CHAIN}, and this would be one more. Look for automations that start each other.`;

/** The sentence that refuses a run of a Space which has too many that are not over. */
export const RUN_LIMIT_REACHED = `Not run: ${MAX_UNFINISHED_RUNS_PER_SPACE} runs of this Space are not over, which is the most it can have.`;

/** Answers the operations about runs; `queued` is told that there is something to do. */
export function runHandlers(ports: Ports, queued: () => void): Pick<Handlers<typeof automations>, 'run' | 'list_runs' | 'get_run'> {
  const { database } = ports;
  const write = createWriter('events', ports);
  return {
    run: async (call) => {
      const { input, caller, trace } = call;
      const answer = await write.write(call, async (tx) => {
        const automation = await findAutomationToRun(tx, caller.space_id, input.id);
        if (!automation) throw notFound('automation', input.id);
        if (!automation.enabled)
          throw new Problem('disabled', 'This automation is switched off; switch it on with enabled: true to run it.');
        const chain = (caller.chain ?? 0) + 1;
        if (chain > MAX_AUTOMATION_CHAIN) throw new Problem('conflict', CHAIN_LIMIT_REACHED);
        const [unfinished] = await countUnfinishedRuns(tx, [caller.space_id], MAX_UNFINISHED_RUNS_PER_SPACE);
        if ((unfinished?.count ?? 0) >= MAX_UNFINISHED_RUNS_PER_SPACE) throw new Problem('limit_reached', RUN_LIMIT_REACHED);
        const id = newId('run');
        const run = {
          id,
          space_id: caller.space_id,
          automation_id: input.id,
          name: automation.name,
          event_id: null,
          event_type: null,
          event: null,
          payload: input.payload === undefined ? null : JSON.stringify(input.payload),
          chain,
          trace: trace.traceparent ?? null,
          actions: automation.actions,
          scopes: automation.scopes,
          key_id: automation.key_id,
          agent_id: automation.agent_id,
          error: null,
        };
        await tx.query(sql.typeAlias('void')`with run as (${insertRuns([run], tx.now)}) select from run`);
        return { run_id: id, status: 'queued' as const };
      });
      queued();
      return answer;
    },

    list_runs: async ({ input, caller }) => {
      if (!(await isAutomation(database, caller.space_id, input.id))) throw notFound('automation', input.id);
      return new Json(await readPage(database, listRuns(caller.space_id, input)));
    },

    get_run: async ({ input, caller }) => {
      const json = await findRun(database, caller.space_id, input.id, input.run_id);
      if (json === null) throw notFound('run', input.run_id);
      return new Json(json);
    },
  };
}
