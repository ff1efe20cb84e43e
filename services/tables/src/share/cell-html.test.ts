import { expect, test } from '@jest/globals';
import { MAX_SHARED_LIST_ENTRIES } from '@space/contracts/tables';
import { choosePageLocale, defaultLook } from '@space/web';
import { columnOfType } from '../../test/fixtures/column.ts';
import { textOf } from './cell-html.ts';

const english = choosePageLocale('en', defaultLook, 'en');
const reference = { table_id: 'tbl_1', cardinality: 'many', symmetric_column_id: null, is_inverse: false } as const;
const linked = columnOfType('reference', { reference });
const linking = columnOfType('reference', { reference: { ...reference, is_inverse: true } });
const links = (count: number) => Array.from({ length: count }, (_, at) => ({ row_id: `row_${at}`, title: `Part ${at}` }));

test('a list names its first ten items and the number of the others', () => {
  expect(textOf(english, linked, links(10))).toMatch(/Part 9$/);
  expect(textOf(english, linked, links(12))).toMatch(/Part 9 and 2 more$/);
  expect(textOf(english, linked, links(50), 200)).toMatch(/Part 9 and 240 more$/);
});

test('only the cell of an inverse column, of which not all links are read, says "at least"', () => {
  const read = MAX_SHARED_LIST_ENTRIES + 1;
  expect(textOf(english, linking, links(MAX_SHARED_LIST_ENTRIES))).toMatch(/Part 9 and 40 more$/);
  expect(textOf(english, linking, links(read))).toMatch(/Part 9 and at least 41 more$/);
  expect(textOf(english, linking, [], read)).toMatch(/and at least 51 more$/);
  expect(textOf(english, linked, links(read))).toMatch(/Part 9 and 41 more$/);
});
