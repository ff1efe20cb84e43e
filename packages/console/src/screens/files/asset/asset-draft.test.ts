import { expect, test } from '@jest/globals';
import type { Asset } from '../library/asset.ts';
import { changesOf, draftOf, percentOf, withPercent } from './asset-draft.ts';

const asset = { name: 'logo.png', alt_text: null, description: 'Old', tags: ['blue', 'a, b'], focal_point: null } as unknown as Asset;

test('a draft of a file changes nothing, and spaces at the ends are no change', () => {
  expect(changesOf(draftOf(asset), asset)).toEqual({ fields: {}, before: {} });
  expect(changesOf({ ...draftOf(asset), name: ' logo.png ', alt_text: ' ', tags: '\nblue\na, b\n\nblue' }, asset).fields).toEqual({});
});

test('changed fields have their values before, and an empty text becomes null', () => {
  const draft = { ...draftOf(asset), alt_text: 'The logo', description: '', tags: 'a, b', focal_point: { x: 0.2, y: 0.5 } };
  expect(changesOf(draft, asset)).toEqual({
    fields: { alt_text: 'The logo', description: null, tags: ['a, b'], focal_point: { x: 0.2, y: 0.5 } },
    before: { alt_text: null, description: 'Old', tags: ['blue', 'a, b'], focal_point: null },
  });
});

test('a focal point begins in the middle, and takes percent from 0 to 100', () => {
  expect(withPercent(null, 'x', '20')).toEqual({ x: 0.2, y: 0.5 });
  expect(withPercent({ x: 0.2, y: 0.5 }, 'y', '100')).toEqual({ x: 0.2, y: 1 });
  for (const text of ['', '101', '-1', 'x']) expect(withPercent({ x: 0.2, y: 0.5 }, 'y', text)).toEqual({ x: 0.2, y: 0.5 });
  expect(percentOf(0.296)).toBe('30');
});
