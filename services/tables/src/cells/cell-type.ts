import type { ColumnType, columnConfigs } from '@space/contracts/tables';
import type { z } from 'zod';
import type { Cell, Column, Option, ValueType } from '../schema/schema.ts';
import type { DateOrder } from './calendar-date.ts';

/** The reason why a value is invalid: a code, and a message that completes "the cell …", such as "must be a number". */
interface InvalidValue {
  readonly code: string;
  readonly message: string;
}

/** A rejected value. */
export interface Rejected {
  readonly error: InvalidValue;
}

/** An accepted value in stored form; null empties the cell. */
interface Accepted {
  readonly cell: Cell;
  /** Options that the cell holds and the column lacks; the writer of the cell adds them in the same transaction. */
  readonly new_options?: readonly Option[];
  /** Titles of rows, or emails and names of contacts, given in place of ids. The writer resolves them and appends their ids to `cell`. */
  readonly texts?: readonly string[];
  /** Ids of assets in the cell; the writer finds their names and sizes. */
  readonly asset_ids?: readonly string[];
  /** Names the kind of value that a text was read as, such as "a number". */
  readonly read_as?: string;
}

/** The result of parsing a value; `'error' in parsed` tells the two apart. */
export type ParsedCell = Accepted | Rejected;

/** Options for parsing a text. */
export interface TextOptions {
  readonly create_options: boolean;
  /** The order of day and month in dates such as 03/04/2026; default that of the column's format, if it has one. */
  readonly date_order?: DateOrder | undefined;
}

/** Names of linked rows and contacts by id; an unknown one has no entry. */
export interface LinkNames {
  readonly rows?: ReadonlyMap<string, string | null>;
  /** By the id in a cell; `id` is another one if that contact was merged into it. */
  readonly contacts?: ReadonlyMap<string, { readonly id?: string; readonly name: string; readonly email: string }>;
  readonly assets?: ReadonlyMap<string, { readonly url: string | null }>;
}

/** The behaviour of the cells of one column type. Functions that format a cell accept any JSON, as an older schema may have left it. */
export interface CellType {
  readonly value_type: ValueType;
  /** Parses a JSON value that is not null, without conversion. */
  parseJson(column: Column, value: Cell): ParsedCell;
  /** Parses a text that is not blank; trimmed, except for prose. */
  parseText(column: Column, text: string, options: TextOptions): ParsedCell;
  /** Converts a value that `parseJson` rejected, for types that do not convert by way of text. */
  cast?(column: Column, value: Cell): ParsedCell;
  /** Formats a cell for people. */
  format(column: Column, cell: Cell, names: LinkNames): string;
  /** Formats a cell for machines; `parseText` reads it. */
  formatCsv(column: Column, cell: Cell, names: LinkNames): string;
  /** Returns the response form of a cell, if it differs from the stored form. */
  toResponse?(column: Column, cell: Cell, names: LinkNames): Cell;
}

/** The `field_config` of a column type. */
type Config<T extends ColumnType> = z.infer<(typeof columnConfigs)[T]>;

/** Returns the config of a column that has type `T`. */
export const configOf = <T extends ColumnType>(column: Column): Config<T> => column.config as Config<T>;

/** Returns a rejection. */
export const reject = (code: string, message: string): Rejected => ({ error: { code, message } });

/** Returns a rejection whose message is expensive: it is computed when it is read. */
export const rejectWith = (code: string, createMessage: () => string): Rejected => ({
  error: {
    code,
    get message() {
      return createMessage();
    },
  },
});

/** Quotes a text for an error message, shortened. */
export const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text);
