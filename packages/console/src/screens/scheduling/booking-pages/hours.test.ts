import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Availability, hoursByDay, isWhole, minutesOf, nextHours, weekdays, weeklyOf } from './hours.ts';

const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30', '45'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`);
const weekly: fc.Arbitrary<Availability['weekly']> = fc.array(
  fc.record({
    days: fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1 }),
    start: clock,
    end: fc.oneof(
      clock.filter((one) => one !== '00:00'),
      fc.constant('24:00'),
    ),
  }),
  { maxLength: 6 },
);

test('hours by day and back are the same hours on the same days', () => {
  const pairs = (windows: Availability['weekly']) =>
    new Set(windows.flatMap(({ days, start, end }) => days.map((day) => `${day} ${start} ${end}`)));
  fc.assert(fc.property(weekly, (windows) => expect(pairs(weeklyOf(hoursByDay(windows)))).toEqual(pairs(windows))));
});

test('days with the same hours share a window, and the end of a day is midnight', () => {
  const windows = weeklyOf({ ...hoursByDay([]), monday: [{ start: '00:00', end: '00:00' }], friday: [{ start: '00:00', end: '00:00' }] });
  expect(windows).toEqual([{ days: ['monday', 'friday'], start: '00:00', end: '24:00' }]);
});

test('hours over midnight have their length, and a new window begins after the last one', () => {
  expect([minutesOf({ start: '22:00', end: '02:00' }), minutesOf({ start: '09:00', end: '00:00' })]).toEqual([240, 900]);
  expect(nextHours([{ start: '09:00', end: '12:00' }])).toEqual({ start: '13:00', end: '14:00' });
  expect([isWhole([{ start: '09:00', end: '' }]), isWhole([{ start: '09:00', end: '09:00' }]), isWhole([])]).toEqual([false, false, true]);
});
