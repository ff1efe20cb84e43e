import { type Handlers, Json } from '@space/bus';
import { notFound, Problem } from '@space/contracts/core';
import { type automations, MAX_AUTOMATION_CHAIN, MAX_UNFINISHED_RUNS_PER_SPACE } from '@space/contracts/events';
import { newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { automationExists } from './automations.queries.ts';
import { CHAIN_LIMIT_REACHED, RUN_LIMIT_REACHED } from './run-errors.ts';
import { countUnfinishedRuns, findAutomationToRun, findRun, insertRun, listRuns } from './runs.queries.ts';

type RunHandlers = Pick<Handlers<typeof automations>, 'run' | 'list_runs' | 'get_run'>;

/** Returns the handlers of runs; `notifyWorker` is called after a run is queued. */
export function createRunHandlers(ports: Ports, notifyWorker: () => void): RunHandlers {
  const { database } = ports;
  const writer = createWriter('events', ports);
  return {
    async run(call) {
      const { input, caller, trace } = call;
      const answer = await writer.write(call, async (tx) => {
        const automation = await findAutomationToRun(tx, caller.space_id, input.id);
        if (!automation) throw notFound('automation', input.id);
        if (!automation.enabled) throw new Problem('disabled', 'This automation is disabled; PATCH enabled: true to run it.');
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
        await insertRun(tx, run, tx.now);
        return { run_id: id, status: 'queued' as const };
      });
      notifyWorker();
      return answer;
    },

    async list_runs({ input, caller }) {
      if (!(await automationExists(database, caller.space_id, input.id))) throw notFound('automation', input.id);
      return new Json(await readPage(database, listRuns(caller.space_id, input)));
    },

    async get_run({ input, caller }) {
      const json = await findRun(database, caller.space_id, input.id, input.run_id);
      if (json === null) throw notFound('run', input.run_id);
      return new Json(json);
    },
  };
}
