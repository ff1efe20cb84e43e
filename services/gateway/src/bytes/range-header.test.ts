import { expect, test } from '@jest/globals';
import { partOf } from './range-header.ts';

test.each<[string | undefined, number, ReturnType<typeof partOf>]>([
  [undefined, 10, undefined],
  ['bytes=0-0', 10, { first: 0, last: 0 }],
  ['bytes=0-', 10, { first: 0, last: 9 }],
  ['bytes=9-9', 10, { first: 9, last: 9 }],
  ['bytes=9-99', 10, { first: 9, last: 9 }],
  ['bytes=10-', 10, 'outside'],
  ['bytes=-1', 10, { first: 9, last: 9 }],
  ['bytes=-10', 10, { first: 0, last: 9 }],
  ['bytes=-11', 10, { first: 0, last: 9 }],
  ['bytes=-0', 10, 'outside'],
  ['bytes=0-0', 0, 'outside'],
  ['bytes=-1', 0, 'outside'],
  ['bytes=5-4', 10, undefined],
  ['bytes=-', 10, undefined],
  ['bytes=0-1,3-4', 10, undefined],
  ['bytes=a-b', 10, undefined],
  ['bytes=1.5-2', 10, undefined],
  ['items=0-1', 10, undefined],
  [`bytes=${'9'.repeat(30)}-`, 10, undefined],
])('Range: %s of %i bytes', (header, size, part) => {
  expect(partOf(header, size)).toEqual(part);
});
