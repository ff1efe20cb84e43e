import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { digitsIn } from '../cells/autonumber-text.ts';
import { indexedCell } from './cell-sql.ts';
import type { Asked, CellKind } from './field.ts';
import { actorFilter } from './filter-identity-sql.ts';
import { kindNames } from './filter-kind.ts';
import { filesFilter, listFilter } from './filter-list-sql.ts';
import { choicesNamed } from './filter-select-sql.ts';
import { alike } from './filter-text-sql.ts';
import { noteUse, type Question, resolveKey } from './query-context.ts';

/**
 * Rows whose cell in the title column, or in the column of this key, holds a text: literally, and without regard to case.
 * Choices are searched by their names. Undefined when every row is meant.
 */
export function searchSql(question: Question, search: string | undefined, columnKey: string | undefined): FragmentSqlToken | undefined {
  const { schema } = question.reading;
  const asked =
    columnKey === undefined
      ? search && schema.title
        ? resolveKey(question, schema.title.key, 'search')
        : undefined
      : resolveKey(question, columnKey, 'search_column');
  if (search === undefined || search === '') return undefined;
  if (asked) return foundIn(question, asked, search, columnKey === undefined ? 'search' : 'search_column');
  if (columnKey === undefined && !schema.title)
    question.faults.push({
      path: 'search',
      code: 'no_title_column',
      message: 'needs search_column: this table has no title column',
    });
  return undefined;
}

const searchable: ReadonlySet<CellKind> = new Set(['text', 'email', 'number', 'date', 'datetime']);

function foundIn(question: Question, asked: Asked, search: string, path: string): FragmentSqlToken | undefined {
  const { reading } = question;
  const { kind, column } = asked;
  const cell = { ...asked, reading, couldUse: () => {} };
  if (column && searchable.has(kind)) {
    noteUse(question, asked, 'search');
    return alike(indexedCell(reading, column, 'search'), 'contains', column.type === 'autonumber' ? digitsIn(column, search) : search);
  }
  switch (kind) {
    case 'select': {
      noteUse(question, asked, 'text');
      return sql.fragment`${indexedCell(reading, column!, 'text')} = any(${sql.array(choicesNamed(column!.options, 'contains', search), 'text')})`;
    }
    case 'choices': {
      const ids = choicesNamed(column!.options, 'contains', search);
      const list = indexedCell(reading, column!, 'list');
      if (ids.length === 0) return sql.fragment`false`;
      noteUse(question, asked, 'list');
      return sql.fragment`(${sql.join(
        ids.map((id) => sql.fragment`${list} @> ${JSON.stringify([id])}::jsonb`),
        sql.fragment` or `,
      )})`;
    }
    case 'list':
      return listFilter.test(cell, 'contains', [search]);
    case 'files':
      return filesFilter.test(cell, 'contains', [search]);
    case 'actor':
      return actorFilter.test(cell, 'contains', [search]);
    default:
      question.faults.push({
        path,
        code: 'not_searchable',
        message: `cannot look into ${asked.key}, which is ${kindNames[kind]}${path === 'search' ? '; name another column in search_column' : ''}`,
      });
      return undefined;
  }
}
