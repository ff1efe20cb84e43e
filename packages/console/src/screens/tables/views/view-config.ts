import type { Column, Filter, Sort, Table, View } from '../table/table.ts';

/** The settings of any view, those that its type does not have are undefined. */
export interface AnyConfig {
  readonly filters?: readonly Filter[];
  readonly sort?: readonly Sort[];
  readonly stack_by?: string;
  readonly stack_order?: readonly string[];
  readonly cover_column?: string;
  readonly hide_empty?: boolean;
  readonly start_column?: string;
  readonly end_column?: string;
  readonly color_by?: string;
  readonly default_mode?: 'month' | 'week' | 'agenda';
  readonly widgets?: readonly Widget[];
}

/** One box of a dashboard. */
export interface Widget {
  readonly id: string;
  readonly type: 'metric' | 'bar' | 'line' | 'pie' | 'table';
  readonly title: string;
  readonly function?: string;
  readonly column_key?: string;
  readonly group_by?: string;
  readonly date_bucket?: string;
  readonly filters?: readonly Filter[];
  readonly x?: number;
  readonly y?: number;
  readonly w?: number;
  readonly h?: number;
}

/** Returns the settings of a view. */
export const configOf = ({ config }: Pick<View, 'config'>): AnyConfig => config as AnyConfig;

/** Returns the column of a key, or undefined. */
export const columnOf = ({ columns }: Pick<Table, 'columns'>, key: string | undefined): Column | undefined =>
  columns.find((column) => column.key === key);

/** Returns true for columns of days or times, also computed ones. */
export const isDateColumn = ({ value_type }: Pick<Column, 'value_type'>): boolean => value_type === 'date' || value_type === 'datetime';

/** Returns true for columns that rows can be stacked by. */
export const canStack = ({ type }: Pick<Column, 'type'>): boolean => type === 'select' || type === 'checkbox';

/** Returns true for columns that can hold the picture of a row. */
export const canCover = ({ type }: Pick<Column, 'type'>): boolean => type === 'attachment' || type === 'url';
