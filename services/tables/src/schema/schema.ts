import type { Actor } from '@space/contracts/core';
import type { ColumnType } from '@space/contracts/tables';
import type { Cell, CellError, ValueType } from '@space/formula';

export type { Cell, CellError, ValueType };

/** Stored cells of a row by `cid`; an empty cell has no entry. */
export type Cells = Readonly<Record<string, Cell>>;

/** An option of a select column; cells hold its id. */
export interface Option {
  readonly id: string;
  readonly name: string;
  readonly color: string | null;
}

/** The target of a reference column. Cells hold an array of row ids, also with cardinality `one`. */
export interface Reference {
  readonly table_id: string;
  readonly cardinality: 'one' | 'many';
  readonly symmetric_column_id: string | null;
  /** True for a column that stores nothing and shows the rows of the other table whose symmetric column holds this row. */
  readonly is_inverse: boolean;
}

/** A stored column. `config` has column ids where the wire has keys. */
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

/** The part of a table that writers and readers of rows depend on. A schema of older versions is read again. */
export interface Schema {
  readonly space_id: string;
  readonly table_id: string;
  readonly plural_label: string;
  /** The name of the row table in the Postgres schema `tables`; safe as an identifier. */
  readonly row_table: string;
  readonly schema_version: number;
  /** Changes when columns become pending or are no longer so. Readers check it; writers do not. */
  readonly status_version: number;
  readonly archived: boolean;
  /** Live columns in their order. */
  readonly columns: readonly Column[];
  readonly byKey: ReadonlyMap<string, Column>;
  readonly byId: ReadonlyMap<string, Column>;
  /** The column whose cell is the title of a row. */
  readonly title: Column | null;
}

/** A stored row. */
export interface StoredRow {
  readonly id: string;
  /** The version, which is also the ETag. */
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly created_at: number;
  readonly updated_at: number;
  readonly created_by: Actor;
  readonly updated_by: Actor;
  /** Written cells by cid. */
  readonly data: Cells;
  /** Computed cells by cid. */
  readonly computed: Cells;
  /** Reasons of empty computed cells, by cid. */
  readonly errors: Readonly<Record<string, CellError>> | null;
}

/** The fields of a table that become part of its schema. */
interface SchemaTable {
  readonly id: string;
  readonly plural_label: string;
  readonly row_table: string;
  readonly schema_version: number;
  readonly status_version: number;
  readonly archived: boolean;
  readonly title_column_id: string | null;
}

/** Returns the schema of a table with these columns. */
export function createSchema(space: string, table: SchemaTable, columns: readonly Column[]): Schema {
  const byId = new Map(columns.map((column) => [column.id, column]));
  return {
    space_id: space,
    table_id: table.id,
    plural_label: table.plural_label,
    row_table: table.row_table,
    schema_version: table.schema_version,
    status_version: table.status_version,
    archived: table.archived,
    columns,
    byKey: new Map(columns.map((column) => [column.key, column])),
    byId,
    title: (table.title_column_id !== null && byId.get(table.title_column_id)) || null,
  };
}

/** Returns a schema with other columns, and the title column of this id if it is one of them. */
export function withColumns(schema: Schema, columns: readonly Column[], titleId: string | null = schema.title?.id ?? null): Schema {
  const byId = new Map(columns.map((column) => [column.id, column]));
  return {
    ...schema,
    columns,
    byKey: new Map(columns.map((column) => [column.key, column])),
    byId,
    title: (titleId !== null && byId.get(titleId)) || null,
  };
}
