import { expect, test } from '@jest/globals';
import { momentIn, revertOf } from './publication.ts';

const page = { status: 'published', publish_at: null, unpublish_at: null, published_slug: 'about', published_version: 3 } as const;
const post = { status: 'published', publish_at: null, unpublish_at: null } as const;

test('a first publication is reverted by taking it down', () => {
  expect(revertOf({ publish: true }, { ...page, status: 'unpublished', published_slug: null, published_version: null })).toEqual({
    publish: false,
  });
  expect(revertOf({ publish: true }, { ...post, status: 'draft' })).toEqual({ publish: false });
});

test('another publication is reverted by the version and the address before', () => {
  expect(revertOf({ publish: true }, page)).toEqual({ publish: true, published_slug: 'about', version: 3 });
  expect(revertOf({ publish: false }, page)).toEqual({ publish: true, published_slug: 'about', version: 3 });
  expect(revertOf({ publish: false }, post)).toEqual({ publish: true });
});

test('a schedule is reverted to the one before', () => {
  expect(revertOf({ publish: true, publish_at: '2027-01-01T00:00:00Z' }, page)).toEqual({ publish: true, publish_at: null });
  expect(revertOf({ publish: false, unpublish_at: null }, { ...page, unpublish_at: '2027-02-01T00:00:00Z' })).toEqual({
    publish: false,
    unpublish_at: '2027-02-01T00:00:00Z',
  });
});

test('a call that ended a schedule has no revert', () => {
  expect(revertOf({ publish: true }, { ...page, publish_at: '2027-01-01T00:00:00Z' })).toBeUndefined();
  expect(revertOf({ publish: true, publish_at: '2027-01-01T00:00:00Z', published_slug: 'x' }, page)).toBeUndefined();
});

test('a local time has its zone', () => {
  expect(momentIn('2026-12-01T09:00', 'Europe/Berlin')).toBe('2026-12-01T09:00[Europe/Berlin]');
});
