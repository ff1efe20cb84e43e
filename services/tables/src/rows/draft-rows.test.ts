import { describe, expect, test } from '@jest/globals';
import { choices, columnOfType, schemaWith } from '../../test/fixtures/column.ts';
import { tryDraftRows, wireParser } from './draft-rows.ts';

const schema = schemaWith([columnOfType('text', { config: { pattern: '^(a{1,30}b?){30}$', max_length: 5_000 } })]);
const draft = (count: number, length: number) =>
  tryDraftRows(
    schema,
    Array.from({ length: count }, (_, at) => ({ at: `rows.${at}`, cells: { a: 'a'.repeat(length) } })),
    wireParser({ input: { typecast: false }, is_lenient: false, understood: [] }),
    true,
  );

test('cells match a costly pattern as long as the call has steps, and the others are rejected', () => {
  expect(draft(10, 500).errors).toEqual([]);
  const before = process.cpuUsage();
  const { errors } = draft(100, 5_000);
  const { user } = process.cpuUsage(before);
  expect(errors).toHaveLength(100);
  expect(errors.at(-1)).toMatchObject({ path: 'rows.99.a', code: 'too_costly' });
  expect(user / 1_000).toBeLessThan(3_000);
});

describe('a lenient call', () => {
  const columns = schemaWith([
    columnOfType('number', { key: 'seats', cid: 'c1' }),
    columnOfType('checkbox', { key: 'paid', cid: 'c2' }),
    columnOfType('multi_select', { key: 'labels', cid: 'c3', options: choices('vip') }),
    columnOfType('text', { key: 'note', cid: 'c4' }),
  ]);
  const read = (cells: Record<string, string>, is_lenient: boolean) => {
    const understood: string[] = [];
    const rows = [0, 1].map((at) => ({ at: `rows.${at}`, cells }));
    const { drafts, errors, new_options } = tryDraftRows(
      columns,
      rows,
      wireParser({ input: { typecast: false }, is_lenient, understood }),
      false,
    );
    const codes = errors.map(({ column_key, code }) => [column_key, code]);
    return { cells: drafts[1]!.patch, codes, understood, created: new_options.size };
  };

  test('reads texts as the values that they write, and says so once for each column', () => {
    const { codes, understood, ...rest } = read({ seats: ' 12.5', paid: 'true', labels: 'vip', note: '7' }, true);
    expect(codes).toEqual([]);
    expect(Object.values(rest.cells)).toEqual([12.5, true, ['vip'], '7']);
    expect(understood).toEqual([
      'seats: the text was read as a number',
      'paid: the text was read as true or false',
      'labels: the text was read as a list',
    ]);
  });

  test('reads a list that a text writes as JSON', () => {
    expect(Object.values(read({ labels: '["vip"]' }, true).cells)).toEqual([['vip']]);
  });

  test.each([
    ['seats', '1,5'],
    ['seats', '9007199254740993'],
    ['paid', 'yes'],
    ['labels', 'new'],
    ['labels', '["vip"'],
    ['labels', '[1]'],
  ])('refuses %s %s, which needs typecast or writes no such value', (key, text) => {
    expect(read({ [key]: text }, true)).toMatchObject({
      codes: [
        [key, expect.anything()],
        [key, expect.anything()],
      ],
      understood: [],
      created: 0,
    });
  });

  test('is one over MCP: cells of any other call stay strict', () => {
    expect(read({ seats: '12', paid: 'true', labels: 'vip' }, false)).toMatchObject({ understood: [], cells: {} });
  });
});
