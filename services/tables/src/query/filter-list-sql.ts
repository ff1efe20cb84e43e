import type { FilterOp } from '@space/contracts/tables';
import { containing, sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import type { Cell } from '../schema/schema.ts';
import { cellName } from '../schema/stored-cell-sql.ts';
import { indexedCell, livingLinks } from './cell-sql.ts';
import { type AskedCell, type FilterKind, readText, ValueFault } from './filter-kind.ts';
import { readChoice } from './filter-select-sql.ts';
import { isMirror } from './query-context.queries.ts';

const ops = ['eq', 'neq', 'contains', 'not_contains', 'has_any', 'has_all', 'has_none', 'is_empty', 'is_not_empty'] as const;

/** Several choices: by id or name, `contains` the same as `has_any` of one. */
export const choicesFilter: FilterKind<string> = { ops, read: readChoice, test: hasTest };

/** References and contacts, by id. */
export const linksFilter: FilterKind<string> = {
  ops,
  read: readId,
  test(cell, op, values) {
    if (cell.column!.type !== 'reference') return hasTest(cell, op, values);
    return isMirror(cell.column!) ? mirrorTest(cell, op, values) : referenceTest(cell, op, values);
  },
};

/** The id of what a cell points to; a name or a title finds nothing, so it is refused. */
function readId(value: unknown, { column }: AskedCell): string {
  const text = readText(value);
  const [prefix, thing, way] =
    column!.type === 'contact'
      ? ['con_', 'contact', 'GET /contacts?search= finds it']
      : ['row_', 'row', 'to ask about its title, add a lookup of it and filter that'];
  if (text.startsWith(prefix)) return text;
  throw new ValueFault(`must be the id of a ${thing} (${prefix}…); ${way}`, 'invalid_id');
}

/** Lists that were looked up: what is in them is compared as it is; `contains` looks through its text. */
export const listFilter: FilterKind<Cell> = {
  ops,
  read(value) {
    if (value === null || typeof value === 'object') throw new ValueFault('must be text, a number, true or false', 'invalid_type');
    return value as Cell;
  },
  test(cell, op, values) {
    if (op !== 'contains' && op !== 'not_contains') return hasTest(cell, op, values);
    const found = sql.fragment`exists (select from jsonb_path_query(${indexedCell(cell.reading, cell.column!, 'list')}, 'lax $[*]') as e
      where lower(e #>> '{}') like lower(${containing(String(values[0]))}::text))`;
    return op === 'contains' ? found : sql.fragment`not ${found}`;
  },
};

/** Files: whether there are any, and by name. */
export const filesFilter: FilterKind<string> = {
  ops: ['contains', 'not_contains', 'is_empty', 'is_not_empty'],
  read: readText,
  test(cell, op, values) {
    if (op === 'is_empty' || op === 'is_not_empty') return hasTest(cell, op, values);
    const found = sql.fragment`exists (select from jsonb_path_query(${indexedCell(cell.reading, cell.column!, 'list')}, 'lax $[*].name') as e
      where lower(e #>> '{}') like lower(${containing(values[0]!)}::text))`;
    return op === 'contains' ? found : sql.fragment`not ${found}`;
  },
};

/** What only can be there or not. */
export const objectFilter: FilterKind<never> = {
  ops: ['is_empty', 'is_not_empty'],
  read() {
    throw new ValueFault('is left out');
  },
  test: hasTest,
};

function hasTest(cell: AskedCell, op: FilterOp, values: readonly Cell[]): FragmentSqlToken {
  const list = indexedCell(cell.reading, cell.column!, 'list');
  const holds = (some: readonly Cell[]) => sql.fragment`${list} @> ${JSON.stringify(some)}::jsonb`;
  const any = () =>
    sql.fragment`(${sql.join(
      values.map((value) => holds([value])),
      sql.fragment` or `,
    )})`;
  if (op === 'is_empty') return sql.fragment`coalesce(${list}, '[]') = '[]'`;
  if (op === 'is_not_empty') return sql.fragment`coalesce(${list}, '[]') <> '[]'`;
  // A sorted comparison would need the list taken apart: holding each other is being equal, whatever the order.
  const same = sql.fragment`(${holds(values)} and ${list} <@ ${JSON.stringify(values)}::jsonb)`;
  switch (op) {
    case 'eq':
      cell.couldUse('list');
      return same;
    case 'neq':
      return sql.fragment`(${same}) is not true`;
    case 'has_all':
      cell.couldUse('list');
      return holds(values);
    case 'has_none':
    case 'not_contains':
      return sql.fragment`${any()} is not true`;
    default:
      cell.couldUse('list');
      return any();
  }
}

/** The same questions about links to rows, of which those to deleted rows do not count. */
function referenceTest(cell: AskedCell, op: FilterOp, values: readonly string[]): FragmentSqlToken {
  const living = livingLinks(cell.reading, cell.column!);
  switch (op) {
    case 'is_empty':
      return sql.fragment`(${hasTest(cell, op, values)} or ${living} is null)`;
    case 'is_not_empty':
      return sql.fragment`(${hasTest(cell, op, values)} and ${living} is not null)`;
    case 'eq':
    case 'has_all': {
      const all = sql.fragment`${hasTest(cell, 'has_all', values)} and ${living} @> ${JSON.stringify(values)}::jsonb`;
      return op === 'eq' ? sql.fragment`(${all} and ${living} <@ ${JSON.stringify(values)}::jsonb)` : sql.fragment`(${all})`;
    }
    case 'has_any':
    case 'contains':
      // One of them is held, which an index can tell, and leads somewhere.
      return sql.fragment`(${hasTest(cell, op, values)} and ${living} ?| ${sql.array([...values], 'text')})`;
    case 'neq':
      return sql.fragment`${referenceTest(cell, 'eq', values)} is not true`;
    default:
      return sql.fragment`(${living} ?| ${sql.array([...values], 'text')}) is not true`;
  }
}

/** The same questions about links that are stored on the other side. */
function mirrorTest({ reading, column }: AskedCell, op: FilterOp, values: readonly string[]): FragmentSqlToken {
  const mirror = reading.mirrors.get(column!.id);
  if (!mirror)
    return op === 'is_empty' || op === 'neq' || op === 'has_none' || op === 'not_contains' ? sql.fragment`true` : sql.fragment`false`;
  const other = sql.fragment`${sql.identifier(['tables', mirror.heap])} as o`;
  const links = sql.fragment`jsonb_path_query(o.data->${cellName(mirror)}, 'lax $[*]')`;
  /** Whether this row is among what rows of the other table point to; taken once for the whole statement. */
  const among = (which: FragmentSqlToken) =>
    sql.fragment`r.id in (select l.link #>> '{}' from (select ${links} as link from ${other} where ${which}) as l)`;
  const any = among(sql.fragment`o.id = any(${sql.array(values, 'text')})`);
  const all = () =>
    sql.fragment`(${sql.join(
      [...new Set(values)].map((value) => among(sql.fragment`o.id = ${value}::text`)),
      sql.fragment` and `,
    )})`;
  const others = () => among(sql.fragment`o.id <> all(${sql.array(values, 'text')})`);
  switch (op) {
    case 'is_empty':
      return sql.fragment`not ${among(sql.fragment`true`)}`;
    case 'is_not_empty':
      return among(sql.fragment`true`);
    case 'eq':
      return sql.fragment`(${all()} and not ${others()})`;
    case 'neq':
      return sql.fragment`not (${all()} and not ${others()})`;
    case 'has_all':
      return all();
    case 'has_none':
    case 'not_contains':
      return sql.fragment`not ${any}`;
    default:
      return any;
  }
}
