import type { Sort } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import type { Cell } from '../schema/schema.ts';
import { ordered } from '../schema/stored-cell-sql.ts';
import { booleanCell, indexedCell, jsonCell, momentCell } from './cell-sql.ts';
import type { Asked } from './field.ts';
import { kindNames } from './filter-kind.ts';
import { noteUse, type Question, resolveKey } from './query-context.ts';

/** One thing rows are ordered by. */
export interface SortKey {
  readonly key: string;
  readonly direction: 'asc' | 'desc';
  /** What is compared; null when the cell is empty, if it can be. */
  readonly by: FragmentSqlToken;
  readonly canBeEmpty: boolean;
  /** What a cursor keeps of it: an expression that comes to JSON. */
  readonly kept: FragmentSqlToken;
  /** The value to go on behind, from what a cursor kept; null for one that is sorted as empty, undefined for what no cursor of ours holds. */
  bind(kept: Cell): FragmentSqlToken | null | undefined;
}

/**
 * What a list is ordered by. Numbers and dates by value; text by its first letters, whatever their case, with the numbers
 * in it by value ("Room 9" before "Room 10"); choices in the order the column lists them, several by the first; a
 * checkbox unticked first; lists by the first thing in them. Empty cells come first in asc and last in desc, so that an
 * index, read in either direction, gives both.
 */
export function sortKeys(question: Question, sort: Sort, path = 'sort'): SortKey[] {
  const seen = new Set<string>();
  return sort.flatMap(({ column_key, direction }, index): SortKey[] => {
    const at = `${path}.${index}.column_key`;
    const asked = resolveKey(question, column_key, at);
    if (!asked) return [];
    const compared = comparedBy(question, asked);
    if (!compared) {
      question.faults.push({
        path: at,
        code: 'not_sortable',
        message: `cannot be ${column_key}: ${kindNames[asked.kind]} has no order; sort by a formula or lookup of it instead`,
      });
      return [];
    }
    // A second time the same column decides nothing.
    if (seen.has(column_key)) return [];
    seen.add(column_key);
    return [{ key: column_key, direction, ...compared }];
  });
}

type Compared = Omit<SortKey, 'key' | 'direction'>;

const text = (value: Cell) => (typeof value === 'string' ? sql.fragment`${value}::text` : undefined);
const number = (value: Cell) => (typeof value === 'number' ? sql.fragment`${value}::float8` : undefined);

function comparedBy(question: Question, asked: Asked): Compared | undefined {
  const { reading } = question;
  const { kind, column } = asked;
  const plain = (by: FragmentSqlToken, bind: Compared['bind'], canBeEmpty = true): Compared => ({ by, kept: by, bind, canBeEmpty });
  const asText = (json: FragmentSqlToken) => plain(ordered(json), text);
  switch (kind) {
    case 'number':
      noteUse(question, asked, 'number');
      return plain(indexedCell(reading, column!, 'number'), number);
    case 'text':
    case 'email':
      noteUse(question, asked, 'sort_text');
      return plain(indexedCell(reading, column!, 'sort_text'), text);
    case 'date':
    case 'datetime':
      noteUse(question, asked, 'text');
      return plain(indexedCell(reading, column!, 'text'), text);
    case 'boolean':
      return plain(
        booleanCell(reading, column!),
        (value) => (typeof value === 'boolean' ? sql.fragment`${value}::boolean` : undefined),
        false,
      );
    case 'moment':
      noteUse(question, asked, 'moment');
      return momentKey(momentCell(asked));
    case 'id':
      return plain(sql.fragment`r.id`, text, false);
    case 'actor':
      return asText(sql.fragment`(r.created_by->>'name')`);
    case 'select':
      return choiceKey(column!.options, indexedCell(reading, column!, 'text'));
    case 'choices':
      return choiceKey(column!.options, sql.fragment`(${jsonCell(reading, column!)}->>0)`);
    case 'list':
      return asText(sql.fragment`(${jsonCell(reading, column!)}->>0)`);
    default:
      return undefined;
  }
}

/** A moment is kept to the microsecond, as Postgres has it. */
const momentKey = (moment: FragmentSqlToken): Compared => ({
  by: moment,
  kept: sql.fragment`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  canBeEmpty: false,
  bind: (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(value) && !Number.isNaN(Date.parse(value))
      ? sql.fragment`${value}::timestamptz`
      : undefined,
});

/** A choice goes by its place among the choices; a cursor keeps which one it was, so that a new order is gone on in. */
function choiceKey(options: readonly { readonly id: string }[], choice: FragmentSqlToken): Compared {
  const ids = options.map(({ id }) => id);
  return {
    by: sql.fragment`array_position(${sql.array(ids, 'text')}, ${choice})`,
    kept: choice,
    canBeEmpty: true,
    bind(value) {
      if (typeof value !== 'string') return undefined;
      const place = ids.indexOf(value);
      // Rows that still hold a choice that is gone are sorted with the empty ones.
      return place < 0 ? null : sql.fragment`${place + 1}::integer`;
    },
  };
}
