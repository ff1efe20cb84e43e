import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LONG_POSITION, positionAbove, positionBelow, positionBetween, positionsBetween } from './position.ts';

/** The place of the n-th task at the end of a list, which Postgres makes. */
const positionAtEnd = (n: number): string => n.toString(16).padStart(10, '0');

const isSorted = (texts: readonly string[]): boolean => texts.every((text, at) => at === 0 || texts[at - 1]! < text);

test('tasks that are inserted anywhere stay in order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 200 }), (choices) => {
      const list = [1, 2, 3].map(positionAtEnd);
      for (const choice of choices) {
        const at = choice % (list.length + 1);
        list.splice(at, 0, positionBetween(list[at - 1] ?? null, list[at] ?? null));
      }
      expect(isSorted(list)).toBe(true);
      expect(list.some((text) => text.endsWith('0') && text.length > 10)).toBe(false);
    }),
  );
});

test('a thousand tasks that are inserted into one gap stay in order, and long places are noticed', () => {
  const [first, last] = [positionAtEnd(1), positionAtEnd(2)];
  const list = [first];
  for (let n = 0; n < 1_000; n++) list.push(positionBetween(list.at(-1)!, last));
  expect(isSorted([...list, last])).toBe(true);
  expect(list.some(({ length }) => length > LONG_POSITION)).toBe(true);
});

test('new places between two others are in order and short', () => {
  const places = positionsBetween(positionAtEnd(1), positionAtEnd(2), 200);
  expect(isSorted([positionAtEnd(1), ...places, positionAtEnd(2)])).toBe(true);
  expect(Math.max(...places.map(({ length }) => length))).toBeLessThan(15);
});

test('places above and below all others are in order and short, also after thousands', () => {
  const list = [positionAbove(null)];
  for (let n = 0; n < 5_000; n++) {
    list.push(positionAbove(list.at(-1)!));
    list.unshift(positionBelow(list[0]!));
  }
  expect(isSorted(list)).toBe(true);
  expect(Math.max(...list.map(({ length }) => length))).toBe(6);
  expect(list.some((text) => text.endsWith('0'))).toBe(false);
});

test('a place above or below any place is free', () => {
  const digit = fc.constantFrom(...'0123456789ABCXYZabcxyz');
  const place = fc.tuple(fc.array(digit, { maxLength: 9 }), fc.constantFrom(...'12Zz')).map(([head, last]) => head.join('') + last);
  fc.assert(
    fc.property(place, (text) => {
      expect(isSorted([positionBelow(text), text, positionAbove(text)])).toBe(true);
      expect(positionBelow(text)).toMatch(/[^0]$/);
    }),
  );
  expect(isSorted(['zzzzzzz', positionAbove('zzzzzzz')])).toBe(true);
  expect(isSorted([positionBelow('0000001'), '0000001'])).toBe(true);
});
