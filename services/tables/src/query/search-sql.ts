import { sql, textMatchSql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { digitsIn } from '../cells/autonumber-text.ts';
import { indexedCellSql } from './cell-sql.ts';
import type { CellKind, Field } from './field.ts';
import { actorFilter } from './filter-identity-sql.ts';
import { kindNames } from './filter-kind.ts';
import { filesFilter, holdsAnySql, listFilter } from './filter-list-sql.ts';
import { optionsMatching } from './filter-select-sql.ts';
import type { QueryContext } from './query-context.ts';
import { noteIndexUse, resolveField } from './resolve-field.ts';

/**
 * Returns a condition that the title column, or the column of this key, contains a text: literally and
 * case-insensitively. Options are searched by name. Returns undefined without a search.
 */
export function searchSql(context: QueryContext, search: string | undefined, columnKey: string | undefined): FragmentSqlToken | undefined {
  const { schema } = context;
  const field =
    columnKey === undefined
      ? search && schema.title
        ? resolveField(context, schema.title.key, 'search')
        : undefined
      : resolveField(context, columnKey, 'search_column');
  if (search === undefined || search === '') return undefined;
  if (field) return searchFieldSql(context, field, search, columnKey === undefined ? 'search' : 'search_column');
  if (columnKey === undefined && !schema.title)
    context.errors.push({
      path: 'search',
      code: 'no_title_column',
      message: 'needs search_column: this table has no title column',
    });
  return undefined;
}

const searchable: ReadonlySet<CellKind> = new Set(['text', 'email', 'number', 'date', 'datetime']);

function searchFieldSql(context: QueryContext, field: Field, search: string, path: string): FragmentSqlToken | undefined {
  const { kind, column } = field;
  const cell = { ...field, context, noteIndexUse: () => {} };
  if (column && searchable.has(kind)) {
    noteIndexUse(context, field, 'search');
    return textMatchSql(
      indexedCellSql(context, column, 'search'),
      'contains',
      column.type === 'autonumber' ? digitsIn(column, search) : search,
    );
  }
  switch (kind) {
    case 'select': {
      noteIndexUse(context, field, 'text');
      return sql.fragment`${indexedCellSql(context, column!, 'text')} = any(${sql.array(optionsMatching(column!.options, 'contains', search), 'text')})`;
    }
    case 'choices': {
      const ids = optionsMatching(column!.options, 'contains', search);
      const list = indexedCellSql(context, column!, 'list');
      if (ids.length === 0) return sql.fragment`false`;
      noteIndexUse(context, field, 'list');
      return holdsAnySql(list, ids);
    }
    case 'list':
      return listFilter.toSql(cell, 'contains', [search]);
    case 'files':
      return filesFilter.toSql(cell, 'contains', [search]);
    case 'actor':
      return actorFilter.toSql(cell, 'contains', [search]);
    default:
      context.errors.push({
        path,
        code: 'not_searchable',
        message: `cannot search ${field.key}, which is ${kindNames[kind]}${path === 'search' ? '; name another column in search_column' : ''}`,
      });
      return undefined;
  }
}
