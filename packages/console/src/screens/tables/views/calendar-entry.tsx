import type { ReactElement } from 'react';
import type { Day } from '../../../dates/days.ts';
import type { Column, Row, Table } from '../table/table.ts';
import { type CalendarColumns, timeText } from './calendar-entries.ts';

/** The content that every span of a calendar shows. */
export interface ShownSpan {
  readonly table: Table;
  readonly columns: CalendarColumns;
  readonly entries: ReadonlyMap<Day, readonly Row[]>;
  readonly first: Day;
  readonly last: Day;
  readonly today: Day;
  readonly colorBy: Column | undefined;
  readonly onOpenRow: (id: string) => void;
}

/** Renders a row on one of its days: its time, its title and the choice that colours it. */
export function CalendarEntry({
  row,
  columns,
  colorBy,
  onOpenRow,
}: Pick<ShownSpan, 'columns' | 'colorBy' | 'onOpenRow'> & { readonly row: Row }): ReactElement {
  const time = timeText(columns.start, row.data[columns.start.key]);
  const choice = colorBy?.options.find(({ id }) => id === row.data[colorBy.key]);
  return (
    <button
      type="button"
      className="calendar-entry"
      style={choice?.color ? { borderInlineStartColor: choice.color } : undefined}
      onClick={() => onOpenRow(row.id)}
    >
      {time && <span className="soft number">{time} </span>}
      {row.title || 'Without a title'}
      {choice && <span className="soft"> · {choice.name}</span>}
    </button>
  );
}
