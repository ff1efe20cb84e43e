import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { barAt, lastTop, MAX_SPACER, type ScrollArea, scrolledTo, spacerHeight, topAt, topShowing } from './scroll-scale.ts';

const areas: fc.Arbitrary<ScrollArea> = fc.record({
  content: fc.integer({ min: 0, max: 400_000_000 }),
  screen: fc.integer({ min: 100, max: 4_000 }),
});
const areaAndTop = areas.chain((area) => fc.tuple(fc.constant(area), fc.integer({ min: 0, max: lastTop(area) })));

test('the bar of every place leads back to it, as far as whole pixels of the bar can tell', () => {
  fc.assert(
    fc.property(areaAndTop, ([area, vtop]) => {
      const scale = Math.max(1, area.content / MAX_SPACER) * 2;
      expect(Math.abs(topAt(barAt(vtop, area), area) - vtop)).toBeLessThanOrEqual(scale);
    }),
  );
});

test('both ends of the bar are both ends of the rows', () => {
  fc.assert(
    fc.property(areas, (area) => {
      expect(barAt(0, area)).toBe(0);
      expect(topAt(0, area)).toBe(0);
      const end = Math.max(spacerHeight(area.content) - area.screen, 0);
      expect(barAt(lastTop(area), area)).toBe(end);
      expect(topAt(end, area)).toBe(lastTop(area));
    }),
  );
});

test('a wheel moves the rows by its own pixels at any size, unless an end is reached', () => {
  fc.assert(
    fc.property(areaAndTop, fc.integer({ min: -190, max: 190 }), ([area, vtop], wheel) => {
      const before = { vtop, bar: barAt(vtop, area) };
      const end = Math.max(spacerHeight(area.content) - area.screen, 0);
      const bar = Math.min(Math.max(before.bar + wheel, 0), end);
      const after = scrolledTo(before, bar, area);
      expect(after.vtop).toBe(Math.min(Math.max(vtop + wheel, 0), lastTop(area)));
    }),
  );
});

test('a drag of the bar to its middle shows the middle row', () => {
  const area = { content: 36_000_000, screen: 800 };
  const { vtop } = scrolledTo({ vtop: 0, bar: 0 }, barAt(18_000_000, area), area);
  expect(Math.abs(vtop - 18_000_000)).toBeLessThan(10);
});

test('a row that is on the screen does not move it; another comes to the nearer edge', () => {
  const area = { content: 36_000, screen: 720 };
  expect(topShowing(5, 36, 0, area)).toBe(0);
  expect(topShowing(20, 36, 0, area)).toBe(36);
  expect(topShowing(5, 36, 1_000, area)).toBe(180);
  expect(topShowing(999, 36, 0, area)).toBe(lastTop(area));
});
