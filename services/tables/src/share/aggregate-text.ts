import type { PageLocale } from '@space/web';
import type { Cell, Column } from '../schema/schema.ts';
import type { AggregateSpec } from './aggregates.ts';
import { shownText } from './shown-text.ts';

const counts: ReadonlySet<AggregateSpec['function']> = new Set(['count', 'count_empty', 'count_filled', 'count_unique']);

/** Formats an aggregate for display. Counts and averages are numbers, and other functions have the format of the column. */
export function aggregateText(locale: PageLocale, aggregate: AggregateSpec['function'], column: Column | undefined, value: Cell): string {
  if (value === null) return '–';
  if (typeof value === 'number' && (!column || counts.has(aggregate))) return locale.number(value);
  if (typeof value === 'number' && (aggregate === 'average' || aggregate === 'median') && column)
    return shownText(locale, column, Math.round(value * 1e6) / 1e6);
  return column ? shownText(locale, column, value) : String(value);
}
