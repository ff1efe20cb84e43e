import { type FieldError, invalidFields } from '@space/contracts/core';
import type { IndexUse } from '../indexes/index-uses.ts';
import type { IndexKind } from '../schema/stored-cell-sql.ts';
import { unknownColumn } from '../schema/unknown-column.ts';
import { unqueryable } from './cell-sql.ts';
import { type Asked, askedBy } from './field.ts';
import { isMirror, type Reading } from './query-context.queries.ts';

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
