import type { ColumnType, columnConfigs } from '@space/contracts/tables';
import type { z } from 'zod';
import type { Cell, Column, Option, ValueType } from '../schema/schema.ts';

/** Why a value may not be in a cell: a code for machines and a sentence that follows "the cell", such as "must be a number". */
interface InvalidValue {
  readonly code: string;
  readonly message: string;
}

/** A value that was refused. */
export interface Rejected {
  readonly error: InvalidValue;
}

/** A value that may be in a cell, in its stored form; null empties the cell. */
interface Accepted {
  readonly cell: Cell;
  /** Choices that the cell holds and the column does not have yet; whoever writes the cell adds them in the same step. */
  readonly new_options?: readonly Option[];
  /** Titles of rows, or emails and names of contacts, that were given where ids are meant: find them, and add their ids behind those of `cell`. */
  readonly texts?: readonly string[];
}

/** What became of a value: told apart by `'error' in read`. */
export type ParsedCell = Accepted | Rejected;

/** What linked rows and contacts are called, by id; who is not there is unknown. */
export interface LinkNames {
  readonly rows?: ReadonlyMap<string, string | null>;
  readonly contacts?: ReadonlyMap<string, { readonly name: string; readonly email: string }>;
}

/** What the cells of one type of column hold. Functions that show a cell take whatever JSON an older schema may have left there. */
export interface CellType {
  readonly value_type: ValueType;
  /** The stored form of a JSON value that is not null, taken strictly. */
  parseJson(column: Column, value: Cell): ParsedCell;
  /** What a text means that is not blank; trimmed, except for prose. */
  parseText(column: Column, text: string, options: { create_options: boolean }): ParsedCell;
  /** What a value means that `parseJson` refused, for types where that is not what its text means. */
  cast?(column: Column, value: Cell): ParsedCell;
  /** What a person reads. */
  format(column: Column, cell: Cell, names: LinkNames): string;
  /** What a machine reads, and `parseText` takes back. */
  formatCsv(column: Column, cell: Cell, names: LinkNames): string;
  /** What the wire shows, where that is not the stored form. */
  toResponse?(column: Column, cell: Cell, names: LinkNames): Cell;
}

/** What `field_config` of a column of this type holds. */
type Config<T extends ColumnType> = z.infer<(typeof columnConfigs)[T]>;

/** The config of a column, known to be of type `T`. */
export const configOf = <T extends ColumnType>(column: Column): Config<T> => column.config as Config<T>;

/** A refusal of a value. */
export const reject = (code: string, message: string): Rejected => ({ error: { code, message } });

/** A text as a message quotes it: in quotes, and short. */
export const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text);
