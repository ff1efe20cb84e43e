import type { FieldFilter } from '@space/database';
import type { IndexKind } from '../schema/stored-cell-sql.ts';
import type { CellKind, Field } from './field.ts';
import type { QueryContext } from './query-context.ts';

/** The field that a condition is about. */
export interface FilterField extends Field {
  readonly context: QueryContext;
  /** Records that an index of this kind could help. */
  readonly noteIndexUse: (kind: IndexKind) => void;
}

/** The filter operations of a kind of cells. */
export type CellFilter<T> = FieldFilter<T, FilterField>;

/** Names of the kinds of cells for error messages. */
export const kindNames: Readonly<Record<CellKind, string>> = {
  text: 'text',
  email: 'an email',
  number: 'a number',
  boolean: 'a checkbox',
  date: 'a date',
  datetime: 'a time',
  moment: 'a time',
  select: 'a choice',
  choices: 'several choices',
  links: 'links',
  list: 'a list',
  actor: 'who created the row',
  id: 'an id',
  files: 'files',
  object: 'an object',
};
