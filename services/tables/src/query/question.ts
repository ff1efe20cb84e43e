import { type FieldError, invalidFields } from '@space/contracts/core';
import { type Asked, askedBy } from './cell-kind.ts';
import { type IndexKind, unqueryable } from './cell-sql.ts';
import { isMirror, type Reading } from './reading.ts';
import { unknownColumn } from './unknown-column.ts';

/** An index that a statement could have used, by the name of the cell, or of the column of the heap. */
export interface IndexUse {
  readonly cid: string;
  readonly kind: IndexKind;
}

/** What one request asks of the rows of a table, while it becomes SQL: its faults come out all at once. */
export interface Question {
  readonly reading: Reading;
  readonly faults: FieldError[];
  readonly uses: IndexUse[];
}

/** A request about rows whose SQL is about to be made. */
export const questionOn = (reading: Reading): Question => ({ reading, faults: [], uses: [] });

/** Refuses a request that has faults, all of them at once. */
export function refuseFaults({ faults }: Question): void {
  if (faults.length > 0) throw invalidFields(faults);
}

/** What a key of a request names; a key that names nothing, or nothing that SQL can find, is noted as a fault. */
export function resolveKey({ reading, faults }: Question, key: string, path: string): Asked | undefined {
  const asked = askedBy(reading.schema.byKey, key);
  if (!asked) {
    faults.push(unknownColumn(path, key, reading.schema.byKey.keys()));
    return undefined;
  }
  const why = asked.column && unqueryable(reading, asked.column);
  if (!why) return asked;
  faults.push({ path, code: 'not_queryable', message: `cannot be "${key}", which ${why}` });
  return undefined;
}

/** Notes that an index of this kind on a column could have answered. */
export function noteUse({ reading, uses }: Question, { key, column }: Pick<Asked, 'key' | 'column'>, kind: IndexKind): void {
  if (kind === 'moment') uses.push({ cid: column?.type ?? key, kind });
  else if (column && !reading.volatile.has(column.id) && !isMirror(column)) uses.push({ cid: column.cid, kind });
}
