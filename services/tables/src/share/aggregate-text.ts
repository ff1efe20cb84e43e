import type { Cell, Column } from '../schema/schema.ts';
import type { AggregateSpec } from './aggregates.ts';
import { textOf } from './cell-html.ts';

const counts: ReadonlySet<AggregateSpec['function']> = new Set(['count', 'count_empty', 'count_filled', 'count_unique']);

/** Formats an aggregate for display. Counts and averages are numbers, and other functions have the format of the column. */
export function aggregateText(aggregate: AggregateSpec['function'], column: Column | undefined, value: Cell): string {
  if (value === null) return '–';
  if (typeof value === 'number' && (!column || counts.has(aggregate))) return value.toLocaleString('en-GB');
  if (typeof value === 'number' && (aggregate === 'average' || aggregate === 'median') && column)
    return textOf(column, Math.round(value * 1e6) / 1e6);
  return column ? textOf(column, value) : String(value);
}
