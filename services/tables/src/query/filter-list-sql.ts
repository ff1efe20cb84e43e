import { type FilterOp, MAX_FILTER_VALUES } from '@space/contracts/tables';
import { containing, InvalidValueError, parseText, sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import type { Cell } from '../schema/schema.ts';
import { cellNameSql } from '../schema/stored-cell-sql.ts';
import { indexedCellSql, liveLinksSql, loweredItemsSql } from './cell-sql.ts';
import type { CellFilter, FilterField } from './filter-kind.ts';
import { parseOption } from './filter-select-sql.ts';
import { isInverse } from './linked-row-tables.queries.ts';
import { idsOfContact } from './merged-contacts.ts';

const ops = ['eq', 'neq', 'contains', 'not_contains', 'has_any', 'has_all', 'has_none', 'is_empty', 'is_not_empty'] as const;

/** Filters of multi-select cells: by id or name; `contains` is `has_any` with one value. */
export const choicesFilter: CellFilter<string> = { ops, parse: parseOption, toSql: hasTest };

/** Filters of references and contacts, by id. */
export const linksFilter: CellFilter<string> = {
  ops,
  parse: readId,
  toSql(cell, op, values) {
    if (cell.column!.type !== 'reference') return hasTest(cell, op, values);
    return isInverse(cell.column!) ? inverseLinksTest(cell, op, values) : referenceTest(cell, op, values);
  },
};

/** Returns the id of a link target. Throws for a name or a title, which would match nothing. */
function readId(value: unknown, { column }: FilterField): string {
  const text = parseText(value);
  const [prefix, noun, advice] =
    column!.type === 'contact'
      ? ['con_', 'contact', 'GET /contacts?search= finds it']
      : ['row_', 'row', 'to ask about its title, add a lookup of it and filter that'];
  if (text.startsWith(prefix)) return text;
  throw new InvalidValueError(`must be the id of a ${noun} (${prefix}…); ${advice}`, 'invalid_id');
}

/** Filters of lookup lists: elements are compared as they are; `contains` searches their texts. */
export const listFilter: CellFilter<Cell> = {
  ops,
  parse(value) {
    if (value === null || typeof value === 'object') throw new InvalidValueError('must be text, a number, true or false', 'invalid_type');
    return value as Cell;
  },
  toSql(cell, op, values) {
    if (op !== 'contains' && op !== 'not_contains') return hasTest(cell, op, values);
    const found = anyItemContainsSql(loweredItemsSql(cell.context, cell.column!, 'lax $[*]'), String(values[0]));
    return op === 'contains' ? found : sql.fragment`not ${found}`;
  },
};

/** Filters of files: by presence and by name. */
export const filesFilter: CellFilter<string> = {
  ops: ['contains', 'not_contains', 'is_empty', 'is_not_empty'],
  parse: parseText,
  toSql(cell, op, values) {
    if (op === 'is_empty' || op === 'is_not_empty') return hasTest(cell, op, values);
    const found = anyItemContainsSql(loweredItemsSql(cell.context, cell.column!, 'lax $[*].name'), values[0]!);
    return op === 'contains' ? found : sql.fragment`not ${found}`;
  },
};

const anyItemContainsSql = (items: FragmentSqlToken, text: string) =>
  sql.fragment`exists (select from unnest(${items}) as e where e like lower(${containing(text)}::text))`;

/** Filters of objects, by presence only. */
export const objectFilter: CellFilter<never> = {
  ops: ['is_empty', 'is_not_empty'],
  parse() {
    throw new InvalidValueError('is left out');
  },
  toSql: hasTest,
};

/** A condition on a list, and whether an index of lists supports it. */
interface ListTest {
  readonly condition: FragmentSqlToken;
  readonly isIndexed: boolean;
}

/** Returns the values under which cells can hold each value, each once: the ids of a contact and of those that were merged into it. */
function variantsOf({ context }: FilterField, values: readonly Cell[]): (readonly Cell[])[] {
  const groups = [...new Set(values)].map((value) => (typeof value === 'string' ? idsOfContact(context, value) : [value]));
  return [...new Map(groups.map((group) => [group[0], group])).values()];
}

/** Returns a test that a list holds one of some values. A wide test compares texts in a way that costs less and has no index. */
function anyTest(list: FragmentSqlToken, values: readonly Cell[], isWide: boolean): ListTest {
  const texts = isWide ? values.filter((value) => typeof value === 'string') : [];
  const others = isWide ? values.filter((value) => typeof value !== 'string') : values;
  const parts = others.length > 0 ? [holdsAnySql(list, others)] : [];
  if (texts.length > 0) parts.push(sql.fragment`${list} ?| ${sql.array(texts, 'text')}`);
  return { condition: sql.fragment`(${sql.join(parts, sql.fragment` or `)})`, isIndexed: texts.length === 0 };
}

/** Returns a test that a list holds each of some values, in any of its variants. An index of one part is enough. */
function allTest(list: FragmentSqlToken, variants: readonly (readonly Cell[])[], isWide: boolean): ListTest {
  const single = variants.filter(({ length }) => length === 1).flat();
  const several = variants.filter(({ length }) => length > 1);
  const tests = isWide && several.length > 0 ? [anyOfEachTest(list, several)] : several.map((some) => anyTest(list, some, false));
  if (single.length > 0) tests.push({ condition: holdsSql(list, single), isIndexed: true });
  return {
    condition: sql.fragment`(${sql.join(
      tests.map(({ condition }) => condition),
      sql.fragment` and `,
    )})`,
    isIndexed: tests.some(({ isIndexed }) => isIndexed),
  };
}

/** Returns a test that a list holds a text of each group, with one parameter for all groups. */
const anyOfEachTest = (list: FragmentSqlToken, groups: readonly (readonly Cell[])[]): ListTest => ({
  condition: sql.fragment`not exists (select from jsonb_array_elements(${JSON.stringify(groups)}::jsonb) as g (texts)
    where (${list} ?| array(select jsonb_array_elements_text(g.texts))) is not true)`,
  isIndexed: false,
});

/** Returns a condition that a list holds one of some values, which an index of lists supports. */
export const holdsAnySql = (list: FragmentSqlToken, values: readonly Cell[]): FragmentSqlToken =>
  values.length === 1
    ? holdsSql(list, values)
    : sql.fragment`${list} @> any(${sql.array(
        values.map((value) => JSON.stringify([value])),
        'jsonb',
      )})`;

const holdsSql = (list: FragmentSqlToken, values: readonly Cell[]) => sql.fragment`${list} @> ${JSON.stringify(values)}::jsonb`;

function hasTest(cell: FilterField, op: FilterOp, values: readonly Cell[]): FragmentSqlToken {
  const list = indexedCellSql(cell.context, cell.column!, 'list');
  if (op === 'is_empty') return sql.fragment`coalesce(${list}, '[]') = '[]'`;
  if (op === 'is_not_empty') return sql.fragment`coalesce(${list}, '[]') <> '[]'`;
  const variants = variantsOf(cell, values);
  const all = variants.flat();
  // The values of a request are bounded, but a contact has up to a thousand ids.
  const isWide = all.length > MAX_FILTER_VALUES;
  const noted = ({ condition, isIndexed }: ListTest) => {
    if (isIndexed) cell.noteIndexUse('list');
    return condition;
  };
  // Containing each other is equality of lists in any order, without sorting them.
  const same = ({ condition }: ListTest) => sql.fragment`(${condition} and ${list} <@ ${JSON.stringify(all)}::jsonb)`;
  switch (op) {
    case 'eq': {
      const test = allTest(list, variants, isWide);
      return noted({ ...test, condition: same(test) });
    }
    case 'neq':
      return sql.fragment`${same(allTest(list, variants, isWide))} is not true`;
    case 'has_all':
      return noted(allTest(list, variants, isWide));
    case 'has_none':
    case 'not_contains':
      return sql.fragment`${anyTest(list, all, isWide).condition} is not true`;
    default:
      return noted(anyTest(list, all, isWide));
  }
}

/** Filters of references; links to deleted rows do not count. */
function referenceTest(cell: FilterField, op: FilterOp, values: readonly string[]): FragmentSqlToken {
  const living = liveLinksSql(cell.context, cell.column!);
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
      // The first part can use an index; the second one checks that the linked row exists.
      return sql.fragment`(${hasTest(cell, op, values)} and ${living} ?| ${sql.array([...values], 'text')})`;
    case 'neq':
      return sql.fragment`${referenceTest(cell, 'eq', values)} is not true`;
    default:
      return sql.fragment`(${living} ?| ${sql.array([...values], 'text')}) is not true`;
  }
}

/** Filters of inverse links, which the other table stores. */
function inverseLinksTest({ context, column }: FilterField, op: FilterOp, values: readonly string[]): FragmentSqlToken {
  const source = context.inverse_links.get(column!.id);
  if (!source)
    return op === 'is_empty' || op === 'neq' || op === 'has_none' || op === 'not_contains' ? sql.fragment`true` : sql.fragment`false`;
  const other = sql.fragment`${sql.identifier(['tables', source.row_table])} as o`;
  const links = sql.fragment`jsonb_path_query(o.data->${cellNameSql(source)}, 'lax $[*]')`;
  /** Returns a condition that the row is among the links of the other table; evaluated once per statement. */
  const among = (which: FragmentSqlToken, having = sql.fragment``) =>
    sql.fragment`r.id in (select l.link #>> '{}' from (select ${links} as link from ${other} where ${which}) as l ${having})`;
  const isGiven = sql.fragment`o.id = any(${sql.array(values, 'text')})`;
  const any = among(isGiven);
  const count = sql.fragment`${sql.literalValue(String(new Set(values).size))}::integer`;
  // A cell holds a link once, so the rows are counted without sorting them.
  const all = () => among(isGiven, sql.fragment`group by l.link #>> '{}' having count(*) = ${count}`);
  const exactly = () =>
    sql.fragment`r.id in (select l.link #>> '{}' from (select ${links} as link, ${isGiven} as is_given from ${other}) as l
      group by l.link #>> '{}' having count(*) = ${count} and every(l.is_given))`;
  switch (op) {
    case 'is_empty':
      return sql.fragment`not ${among(sql.fragment`true`)}`;
    case 'is_not_empty':
      return among(sql.fragment`true`);
    case 'eq':
      return exactly();
    case 'neq':
      return sql.fragment`not ${exactly()}`;
    case 'has_all':
      return all();
    case 'has_none':
    case 'not_contains':
      return sql.fragment`not ${any}`;
    default:
      return any;
  }
}
