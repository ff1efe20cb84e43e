import { type Call, type Handlers, Json } from '@space/bus';
import { notFound, type Operation, Problem } from '@space/contracts/core';
import { automationRunCancelled, type automations, MAX_AUTOMATION_CHAIN, MAX_UNFINISHED_RUNS_PER_SPACE } from '@space/contracts/events';
import { newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { automationExists } from './automations.queries.ts';
import type { NewRun } from './insert-runs-sql.ts';
import { reusableSteps } from './reusable-steps.ts';
import { CHAIN_LIMIT_REACHED, cancelledBefore, EVENT_NOT_STORED, RUN_LIMIT_REACHED } from './run-errors.ts';
import { runEndedData } from './run-event.ts';
import {
  countUnfinishedRuns,
  endCancelledRun,
  findAutomationToRun,
  findRun,
  findUnfinishedRerun,
  insertRun,
  listRuns,
  lockRun,
  requestCancellation,
  reuseSteps,
} from './runs.queries.ts';

type RunHandlers = Pick<Handlers<typeof automations>, 'run' | 'list_runs' | 'search_runs' | 'get_run' | 'rerun' | 'cancel'>;

/** Returns the handlers of runs; `notifyWorker` is called after a run is queued. */
export function createRunHandlers(ports: Ports, notifyWorker: () => void): RunHandlers {
  const { database } = ports;
  const writer = createWriter('events', ports);

  async function readRun(connection: CommonQueryMethods, space: string, automation: string, id: string) {
    const json = await findRun(connection, space, automation, id);
    if (json === null) throw notFound('run', id);
    return new Json<never>(json);
  }

  return {
    async run(call) {
      const { id, payload } = call.input;
      const answer = await writer.write(call, async (tx) => {
        const automation = await lockAutomationToRun(tx, call.caller.space_id, id);
        const trigger = { ...NO_EVENT, payload: payload === undefined ? null : JSON.stringify(payload), rerun_of: null };
        return { run_id: await queueRun(tx, call, automation, trigger, tx.now), status: 'queued' as const };
      });
      notifyWorker();
      return answer;
    },

    async list_runs({ input, caller }) {
      if (!(await automationExists(database, caller.space_id, input.id))) throw notFound('automation', input.id);
      return new Json(await readPage(database, listRuns(caller.space_id, { ...input, automation_id: input.id })));
    },

    async search_runs({ input, caller }) {
      return new Json(await readPage(database, listRuns(caller.space_id, input)));
    },

    get_run({ input, caller }) {
      return readRun(database, caller.space_id, input.id, input.run_id);
    },

    async rerun(call) {
      const { id, run_id } = call.input;
      const { space_id } = call.caller;
      const answer = await writer.write(call, async (tx) => {
        const automation = await lockAutomationToRun(tx, space_id, id);
        // The lock of the repeated run makes a second call wait, which then finds the run that this one queues.
        const run = await lockRun(tx, space_id, id, run_id, tx.now);
        if (!run) throw notFound('run', run_id);
        if (!run.is_ended) throw new Problem('conflict', 'The run has not ended; wait for its end, or cancel it first.');
        const unfinished = await findUnfinishedRerun(tx, space_id, id, run_id);
        if (unfinished) return { run_id: unfinished.id, status: unfinished.status, rerun_of: run_id };
        const { event_id, event_type, event, payload } = run;
        if (event_id !== null && event === null) throw new Problem('conflict', EVENT_NOT_STORED);
        const reused = call.input.begin === 'start' ? 0 : reusableSteps(run, automation.actions);
        const trigger = { event_id, event_type, event, payload, rerun_of: run_id };
        const queued = await queueRun(tx, call, automation, trigger, tx.now);
        if (reused > 0) await reuseSteps(tx, space_id, id, { from: run_id, to: queued, count: reused });
        return { run_id: queued, status: 'queued' as const, rerun_of: run_id };
      });
      notifyWorker();
      return answer;
    },

    cancel(call) {
      const { id, run_id } = call.input;
      const { space_id } = call.caller;
      return writer.write(call, async (tx) => {
        const run = await lockRun(tx, space_id, id, run_id, tx.now);
        if (!run) throw notFound('run', run_id);
        if (run.is_ended && run.status !== 'cancelled')
          throw new Problem('conflict', `The run has ended with the status ${run.status}, so it cannot be cancelled.`);
        if (run.is_executing) await requestCancellation(tx, space_id, id, run_id, tx.now);
        else if (!run.is_ended) {
          await endCancelledRun(tx, space_id, id, run_id, cancelledBefore(run.steps), tx.now);
          tx.emit(automationRunCancelled, runEndedData({ ...run, space_id, automation_id: id, id: run_id }, run.steps));
        }
        return readRun(tx, space_id, id, run_id);
      });
    },
  };
}

type AutomationToRun = NonNullable<Awaited<ReturnType<typeof findAutomationToRun>>>;
type RunTrigger = Pick<NewRun, 'event_id' | 'event_type' | 'event' | 'payload' | 'rerun_of'>;

const NO_EVENT = { event_id: null, event_type: null, event: null } as const;

/** Returns an enabled automation, locked against changes until the transaction ends. Throws `not_found` and `disabled`. */
async function lockAutomationToRun(tx: CommonQueryMethods, space: string, id: string): Promise<AutomationToRun> {
  const automation = await findAutomationToRun(tx, space, id);
  if (!automation) throw notFound('automation', id);
  if (!automation.enabled)
    throw new Problem('disabled', 'This automation is disabled; enable it with PATCH /automations/{id} {"enabled": true} first.');
  return automation;
}

/** Inserts a run that a call starts, and returns its id. Throws `conflict` for a chain that is too long, and `limit_reached`. */
async function queueRun(
  tx: CommonQueryMethods,
  { input, caller, trace }: Pick<Call<Operation>, 'caller' | 'trace'> & { readonly input: { readonly id: string } },
  { name, actions, scopes, key_id, agent_id }: AutomationToRun,
  trigger: RunTrigger,
  now: string,
): Promise<string> {
  const { space_id } = caller;
  const chain = (caller.chain ?? 0) + 1;
  if (chain > MAX_AUTOMATION_CHAIN) throw new Problem('conflict', CHAIN_LIMIT_REACHED);
  const [unfinished] = await countUnfinishedRuns(tx, [space_id], MAX_UNFINISHED_RUNS_PER_SPACE);
  if ((unfinished?.count ?? 0) >= MAX_UNFINISHED_RUNS_PER_SPACE) throw new Problem('limit_reached', RUN_LIMIT_REACHED);
  const id = newId('run');
  const of = { id, space_id, automation_id: input.id, name, actions, scopes, key_id, agent_id };
  await insertRun(tx, { ...of, ...trigger, chain, trace: trace.traceparent ?? null, error: null }, now);
  return id;
}
