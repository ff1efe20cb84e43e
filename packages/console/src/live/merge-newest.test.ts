import { expect, test } from '@jest/globals';
import { mergeNewest } from './merge-newest.ts';

const page = (has_more: boolean, ...ids: number[]) => ({ has_more, data: ids.map((id) => ({ id, state: 'old' })) });
const idOf = ({ id }: { readonly id: number }) => id;
const idsOf = (entries: readonly { readonly id: number }[]) => entries.map(idOf);

test('entries that are new are found, and those that are shown change in their places', () => {
  const newest = { has_more: true, data: [7, 6, 5, 4].map((id) => ({ id, state: 'new' })) };
  const { pages, fresh, hasGap } = mergeNewest([page(true, 5, 4), page(false, 3)], newest, idOf);
  expect([idsOf(fresh), hasGap]).toEqual([[7, 6], false]);
  expect(pages.map(({ data }) => data)).toEqual([
    [
      { id: 5, state: 'new' },
      { id: 4, state: 'new' },
    ],
    [{ id: 3, state: 'old' }],
  ]);
});

test('nothing is new in the same page', () => {
  const { fresh, hasGap } = mergeNewest([page(true, 5, 4)], page(true, 5, 4), idOf);
  expect([fresh, hasGap]).toEqual([[], false]);
});

test('a page of new entries alone leaves a gap, unless it is the whole log', () => {
  expect(mergeNewest([page(true, 2, 1)], page(true, 9, 8), idOf)).toMatchObject({ hasGap: true, fresh: [{ id: 9 }, { id: 8 }] });
  expect(mergeNewest([page(false)], page(false, 2, 1), idOf)).toMatchObject({ hasGap: false, fresh: [{ id: 2 }, { id: 1 }] });
});
