import { Worker } from 'node:worker_threads';
import { MAX_RECOMPUTE_CPU_MS, MAX_RECOMPUTE_MEMORY_MB, MAX_RECOMPUTE_WALL_CLOCK_MS } from '@space/contracts/tables';
import { callCounts } from '@space/database';
import { askThread, type ThreadLimits } from '@space/worker';
import type { Column, Schema } from '../schema/schema.ts';
import { compiledFormulasOf } from './compiled-formulas.ts';
import { createComputeBudget } from './compute-budget.ts';
import { type EvaluateFormulas, evaluateWithin } from './evaluate-formulas.ts';
import type { CellsBuilder } from './evaluate-row.ts';
import type { EvaluationReply, EvaluationRequest, FormulaWorkerData } from './formula-worker.ts';

/** Work up to this time is done in the main thread, in milliseconds. */
const INLINE_MS = 2;

/** The limits of a batch. It waits for less than the time after which Postgres ends an idle transaction. */
const LIMITS: ThreadLimits = { cpu_ms: MAX_RECOMPUTE_CPU_MS, wall_clock_ms: MAX_RECOMPUTE_WALL_CLOCK_MS, check_ms: 100 };

/** Time after which an unused thread ends, in milliseconds. */
const IDLE_MS = 60_000;

/** Thrown when an evaluation was ended at its limit of processor time, wall clock time or memory. */
export class EvaluationEndedError extends Error {}

/** Thrown when an evaluation did not end in time although its processor time was within the limit: the machine is busy. */
export class EvaluationLateError extends EvaluationEndedError {}

const ended = () => new EvaluationEndedError('The evaluation of formulas was ended at its limit.');

/** Thrown when an evaluation needs the thread and it does not run; `start` it outside of any transaction and try again. */
export class ThreadNotRunningError extends Error {}

/** A thread that evaluates formulas and that can be ended. */
export interface FormulaThread {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Evaluates formulas: short work in the main thread, the rest in the other one. Leaves out no row. */
  readonly evaluate: EvaluateFormulas;
}

/**
 * Returns the thread in which recompute jobs evaluate formulas, so that a long evaluation delays no call and can be ended at
 * its limit. It starts when work needs it and ends when it was unused for a minute.
 */
export function createFormulaThread(): FormulaThread {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let sent: Schema | undefined;
  let count = 0;

  const stop = async () => {
    clearTimeout(idle);
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  };

  async function start(): Promise<void> {
    if (worker) return;
    const thread = new Worker(new URL('./formula-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_RECOMPUTE_MEMORY_MB },
      workerData: { calls: callCounts } satisfies FormulaWorkerData,
    });
    thread.unref();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    thread.once('message', () => resolve()).once('error', reject);
    await promise;
    thread.off('error', reject).on('error', () => {});
    sent = undefined;
    worker = thread;
  }

  const ask = (thread: Worker, request: EvaluationRequest): Promise<EvaluationReply> =>
    askThread(thread, request, LIMITS, function endThread(failure) {
      void stop();
      return failure === 'wall_clock' ? new EvaluationLateError('The evaluation of formulas did not end in time.') : ended();
    });

  const evaluate: EvaluateFormulas = async (schema, formulas, rows, now) => {
    const late = evaluateWithin(createComputeBudget(INLINE_MS), schema, formulas, rows, now);
    if (late.length === 0) return late;
    if (!worker) throw new ThreadNotRunningError('The thread for formulas does not run.');
    clearTimeout(idle);
    // The thread gets only cells that formulas read, so it could not subtract the size of an old cell.
    for (const cells of late) for (const column of formulas) cells.clear(column);
    const isNew = sent !== schema;
    sent = schema;
    if (isNew) count += 1;
    const reply = await ask(worker, {
      schema_number: count,
      ...(isNew && { schema }),
      column_ids: formulas.map(({ id }) => id),
      rows: inputsOf(schema, formulas, late),
      now,
    });
    idle = setTimeout(() => void stop(), IDLE_MS).unref();
    if ('failure' in reply) throw new Error(reply.failure);
    for (const [index, cells] of late.entries())
      for (const [place, column] of formulas.entries()) cells.set(column, reply.outcomes[index]![place]!);
    return [];
  };

  return { start, stop, evaluate };
}

/** Returns the part of rows that these formulas read. */
function inputsOf(schema: Schema, formulas: readonly Column[], rows: readonly CellsBuilder[]): EvaluationRequest['rows'] {
  const { byId } = compiledFormulasOf(schema);
  const read = new Set(formulas.flatMap(({ id }) => byId.get(id)?.reads ?? []).map((id) => schema.byId.get(id)?.cid));
  for (const { type, cid } of schema.columns) if (type === 'autonumber') read.add(cid);
  const pick = (cells: object) => Object.fromEntries(Object.entries(cells).filter(([cid]) => read.has(cid)));
  return rows.map(({ row, bytes }) => ({
    id: row.id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    ...(row.created_by && { created_by: row.created_by }),
    data: pick(row.data),
    computed: pick(row.computed),
    computed_bytes: bytes(),
  }));
}
