import { expect, test } from '@jest/globals';
import type { CommonQueryMethods, QueryContext } from 'slonik';
import { sql } from './database.ts';
import { readPage } from './page.queries.ts';
import { checkStatementNames } from './statement-names.ts';

test('two texts under one name throw an error that names it', () => {
  const { transformQuery } = checkStatementNames();
  const send = (ids: readonly string[], name?: string) => {
    const text = `select from contact where id in (${ids.map((_id, index) => `$${index + 1}`).join()})`;
    return transformQuery!({} as QueryContext, { sql: text, values: ids, ...(name !== undefined && { name }) });
  };
  send(['a'], 'find-contacts');
  expect(send(['b'], 'find-contacts').values).toEqual(['b']);
  expect(send(['a', 'b']).values).toEqual(['a', 'b']);
  expect(() => send(['a', 'b'], 'find-contacts')).toThrow('"find-contacts"');
  expect(send(['a', 'b'], 'find-two-contacts').values).toEqual(['a', 'b']);
});

test('the text of a prepared page is compared although it is built once', async () => {
  checkStatementNames();
  const database = { one: async () => ({ found: 0, items: null, key: null }) } as unknown as CommonQueryMethods;
  const page = (ids: readonly string[]) =>
    readPage(database, {
      rows: sql.fragment`select id as key, name as item from contact where id in (${sql.join(ids, sql.fragment`, `)})`,
      limit: 1,
      prepare: 'page-of-contacts',
    });
  await page(['a']);
  await page(['b']);
  await expect(page(['a', 'b'])).rejects.toThrow('"page-of-contacts-page"');
});
