import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { zoneLines } from './zone-ics.ts';

const NOW = Date.parse('2026-05-04T08:00:00Z');
const FIRST = Date.parse('2019-01-10T12:00:00Z');

/** Returns the offset of a zone at a time as a program reads it from its VTIMEZONE: that of the last part that has begun. */
function offsetIn(lines: readonly string[], time: number): string {
  const parts = [
    ...lines
      .join('\n')
      .matchAll(/DTSTART:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\nTZOFFSETFROM:([+-]\d\d)(\d\d)\nTZOFFSETTO:([+-]\d\d)(\d\d)/g),
  ].map(([, year, month, day, hour, minute, second, from, fromMinutes, to, toMinutes]) => ({
    begins: Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${from}:${fromMinutes}`),
    offset: `${to}:${toMinutes}`,
  }));
  return parts.filter(({ begins }) => begins <= time).at(-1)!.offset;
}

test('the offsets of a zone are those of its clocks, before and after each change', () => {
  for (const zone of [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Asia/Kolkata',
    'America/Sao_Paulo',
  ]) {
    const lines = zoneLines(zone, FIRST, NOW);
    fc.assert(
      fc.property(fc.integer({ min: FIRST, max: Date.parse('2031-05-01T00:00:00Z') }), (time) => {
        expect(offsetIn(lines, time)).toBe(Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone).offset);
      }),
    );
  }
});

test('a zone is one component with the name that the times of events have', () => {
  const lines = zoneLines('Europe/Berlin', NOW, NOW);
  expect([lines[0], lines[1], lines.at(-1)]).toEqual(['BEGIN:VTIMEZONE', 'TZID:Europe/Berlin', 'END:VTIMEZONE']);
  expect(lines.join('\n')).toContain('BEGIN:DAYLIGHT\nDTSTART:20260329T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nEND:DAYLIGHT');
});
