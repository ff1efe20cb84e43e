import { parentPort, workerData } from 'node:worker_threads';
import { MAX_RECOMPUTE_PAUSE_MS, MAX_RECOMPUTE_PAUSES_MS } from '@space/contracts/tables';
import { type CallCounts, createGiveWay, type GiveWay, lowerThreadPriority, type PauseLimits } from '@space/worker';
import type { Cells, Schema } from '../schema/schema.ts';
import { createCellsBuilder, evaluateFormula, type FormulaOutcome, type RowInputs } from './evaluate-row.ts';

/** A request to evaluate formulas of rows. The schema is sent once, with a number that later requests repeat. */
export interface EvaluationRequest {
  readonly schema_number: number;
  readonly schema?: Schema;
  readonly column_ids: readonly string[];
  /** The part of the rows that the formulas read, and the bytes of all of their computed cells. */
  readonly rows: readonly (RowInputs & { readonly computed: Cells; readonly computed_bytes: number })[];
  readonly now: number;
}

/** The outcomes by row and column, or the message of an unexpected error. */
export type EvaluationReply = { readonly outcomes: readonly (readonly FormulaOutcome[])[] } | { readonly failure: string };

/** The data that the thread is started with. */
export interface FormulaWorkerData {
  readonly calls: CallCounts;
}

const PAUSES: PauseLimits = { pause_ms: MAX_RECOMPUTE_PAUSE_MS, total_ms: MAX_RECOMPUTE_PAUSES_MS };

/** Units of work, about half a millisecond, after which the thread looks for calls to give way to. */
const UNITS_PER_LOOK = 250_000;

let known: { readonly number: number; readonly schema: Schema } | undefined;

lowerThreadPriority();

/** Evaluates formulas in a worker thread, one request at a time. */
parentPort?.on('message', (request: EvaluationRequest) => {
  parentPort?.postMessage(answer(request));
});
parentPort?.postMessage('ready');

function answer({ schema_number, schema: sent, column_ids, rows, now }: EvaluationRequest): EvaluationReply {
  try {
    if (sent) known = { number: schema_number, schema: sent };
    if (known?.number !== schema_number) throw new Error('The schema of the rows was not sent.');
    const { schema } = known;
    const columns = column_ids.map((id) => schema.byId.get(id)!);
    const beforeWork = lookForCalls(createGiveWay((workerData as FormulaWorkerData).calls, PAUSES));
    return {
      outcomes: rows.map((row) => {
        const cells = createCellsBuilder(row, row.computed, null, row.computed_bytes);
        return columns.map((column) => cells.set(column, evaluateFormula(schema, column, cells.row, now, beforeWork)));
      }),
    };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

function lookForCalls(giveWay: GiveWay): (units: number) => void {
  let left = UNITS_PER_LOOK;
  return function countWork(units) {
    left -= units;
    if (left > 0) return;
    left = UNITS_PER_LOOK;
    giveWay();
  };
}
