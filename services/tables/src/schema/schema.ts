import type { Actor } from '@space/contracts/core';
import type { ColumnType } from '@space/contracts/tables';
import type { Cell, CellError, ValueType } from '@space/formula';

export type { Cell, CellError, ValueType };

/** Cells of a row by `cid`, as they are stored; an empty cell has no key. */
export type Cells = Readonly<Record<string, Cell>>;

/** One choice of a select column; cells hold its id. */
export interface Option {
  readonly id: string;
  readonly name: string;
  readonly color: string | null;
}

/** Where a reference column points. Cells hold an array of row ids, also when the cardinality is one. */
export interface Reference {
  readonly table_id: string;
  readonly cardinality: 'one' | 'many';
  readonly symmetric_column_id: string | null;
  /** It stores nothing: its cells are the rows of the other table whose symmetric column holds this row. */
  readonly is_inverse: boolean;
}

/** A column as it is stored. `config` names other columns by id where the wire names them by key. */
export interface Column {
  readonly id: string;
  readonly table_id: string;
  readonly cid: string;
  readonly key: string;
  readonly label: string;
  readonly type: ColumnType;
  readonly options: readonly Option[];
  readonly reference: Reference | null;
  readonly config: Readonly<Record<string, unknown>>;
  readonly required: boolean;
  readonly default_value: Cell;
  readonly icon: string | null;
  readonly position: number;
  readonly value_type: ValueType;
  readonly status: 'ok' | 'pending' | 'error';
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly created_at: number;
  readonly updated_at: number;
}

/** What writers and readers of rows must know of a table. One that is not of the current `version` is loaded anew. */
export interface Schema {
  readonly space_id: string;
  readonly table_id: string;
  readonly plural_label: string;
  /** The name of the row_table in the schema `tables`; safe as an identifier. */
  readonly row_table: string;
  readonly schema_version: number;
  readonly archived: boolean;
  /** Live columns in their order. */
  readonly columns: readonly Column[];
  readonly byKey: ReadonlyMap<string, Column>;
  readonly byId: ReadonlyMap<string, Column>;
  /** The column whose cell is the title of a row. */
  readonly title: Column | null;
}

/** A row as it is stored. */
export interface StoredRow {
  readonly id: string;
  /** Its version, and its ETag. */
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly created_at: number;
  readonly updated_at: number;
  readonly created_by: Actor;
  readonly updated_by: Actor;
  /** Cells that were written, by cid. */
  readonly data: Cells;
  /** Cells that were worked out, by cid. */
  readonly computed: Cells;
  /** Why computed cells are empty, by cid. */
  readonly errors: Readonly<Record<string, CellError>> | null;
}
