import { parseText, SEPARATE_VALUES, sql, textMatchSql, textOps } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { cellNameSql, sortTextSql } from '../schema/stored-cell-sql.ts';
import { uniqueValueSql } from '../schema/unique-index-sql.ts';
import { indexedCellSql, textCellSql } from './cell-sql.ts';
import type { CellFilter, FilterField } from './filter-kind.ts';

const ordering = { gt: sql.fragment`>`, gte: sql.fragment`>=`, lt: sql.fragment`<`, lte: sql.fragment`<=` } as const;

/**
 * Filters of text. Equality is exact, except that emails ignore case. Search ignores case. Greater and less use the
 * sort order of lists. Equality also compares the sort key, because an index has it.
 */
export const textFilter: CellFilter<string> = {
  ops: textOps,
  parse: parseText,
  toSql(cell, op, values) {
    const { context, column, kind } = cell;
    const text = () => textCellSql(context, column!);
    const same = kind === 'email' ? (token: FragmentSqlToken) => sql.fragment`lower(${token})` : (token: FragmentSqlToken) => token;
    const [first, second] = values.map(textSql);
    switch (op) {
      case 'eq':
        return equal(cell, same(text()), same(first!), first!);
      case 'neq':
        return sql.fragment`${same(text())} is distinct from ${same(first!)}`;
      case 'in':
        return sql.fragment`(${same(text())} in (${each(values, same)}) and ${sorted(cell)} ${anyOf(values, sortTextSql)})`;
      case 'not_in':
        return sql.fragment`(${text()} is null or ${same(text())} not in (${each(values, same)}))`;
      case 'contains':
      case 'starts_with':
      case 'ends_with':
        return textMatchSql(searched(cell), op, values[0]!);
      case 'not_contains':
        return sql.fragment`(${text()} is null or not ${textMatchSql(indexedCellSql(context, column!, 'search'), op, values[0]!)})`;
      case 'between':
        return sql.fragment`(${compareSql(cell, 'gte', first!)} and ${compareSql(cell, 'lte', second!)})`;
      case 'is_empty':
        return sql.fragment`coalesce(${text()}, '') = ''`;
      case 'is_not_empty':
        return sql.fragment`coalesce(${text()}, '') <> ''`;
      default:
        return compareSql(cell, op as keyof typeof ordering, first!);
    }
  },
};

function equal(cell: FilterField, text: FragmentSqlToken, same: FragmentSqlToken, value: FragmentSqlToken): FragmentSqlToken {
  const { column } = cell;
  if (column?.config.unique === true)
    return sql.fragment`(r.data ? ${cellNameSql(column)} and ${uniqueValueSql(column)} = lower(${value}) and ${text} = ${same})`;
  return sql.fragment`(${text} = ${same} and ${sorted(cell)} = ${sortTextSql(value)})`;
}

/** Compares by sort key, which an index has, and by the whole text where sort keys are equal. */
function compareSql(cell: FilterField, op: keyof typeof ordering, value: FragmentSqlToken): FragmentSqlToken {
  const roughly = op === 'gt' || op === 'gte' ? ordering.gte : ordering.lte;
  const folded = (lowered: FragmentSqlToken) => sql.fragment`(${lowered} collate tables.natural)`;
  return sql.fragment`(${sorted(cell)} ${roughly} ${sortTextSql(value)}
    and (${sorted(cell)} <> ${sortTextSql(value)}
      or ${folded(indexedCellSql(cell.context, cell.column!, 'search'))} ${ordering[op]} ${folded(sql.fragment`lower(${value})`)}))`;
}

function sorted({ context, column, noteIndexUse }: FilterField): FragmentSqlToken {
  noteIndexUse('sort_text');
  return indexedCellSql(context, column!, 'sort_text');
}

function searched({ context, column, noteIndexUse }: FilterField): FragmentSqlToken {
  noteIndexUse('search');
  return indexedCellSql(context, column!, 'search');
}

const textSql = (value: string) => sql.fragment`${value}::text`;

/** Returns texts in one form, for the parentheses of `in`: a list, or a select if they are many. */
const each = (values: readonly string[], form: (text: FragmentSqlToken) => FragmentSqlToken): FragmentSqlToken =>
  values.length <= SEPARATE_VALUES
    ? sql.fragment`${sql.join(
        values.map((value) => form(textSql(value))),
        sql.fragment`, `,
      )}`
    : sql.fragment`select ${form(sql.fragment`given.value`)} from unnest(${sql.array(values, 'text')}) as given (value)`;

/** Returns the comparison with any of some texts in one form, which an index supports also if they are many. */
const anyOf = (values: readonly string[], form: (text: FragmentSqlToken) => FragmentSqlToken): FragmentSqlToken =>
  values.length <= SEPARATE_VALUES ? sql.fragment`in (${each(values, form)})` : sql.fragment`= any(array(${each(values, form)}))`;
