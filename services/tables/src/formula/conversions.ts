import { sql } from '@space/database';
import { isDate, isDatetime } from './calendar.ts';
import { type StrictFunction, strict } from './function.ts';
import { datetimeOf } from './moments.ts';
import { numberResult, textResult } from './sql-values.ts';
import type { Type, Typed } from './typed.ts';

const toText = strict({
  name: 'text of',
  parameters: [{ name: 'value', takes: 'text' }],
  result: 'text',
  evaluate: ([value]) => value,
  sql: ([value]) => textResult(value),
});

const toNumber = strict({
  name: 'number of',
  parameters: [{ name: 'value', takes: 'number' }],
  result: 'number',
  evaluate: ([value]) => value,
  sql: ([value]) => numberResult(value),
});

const toDatetime = strict({
  name: 'midnight of',
  parameters: [{ name: 'value', takes: 'moment' }],
  result: 'datetime',
  evaluate: ([value], { zone }) => datetimeOf(value, zone),
  sql: ([value], { zone, types }) => {
    if (types[0]?.kind === 'datetime') return sql.fragment`to_jsonb(${value})`;
    return zone === 'UTC' ? sql.fragment`to_jsonb(${value} || 'T00:00:00.000Z')` : null;
  },
});

const conversions: ReadonlyMap<Type['kind'], StrictFunction> = new Map([
  ['text', toText as StrictFunction],
  ['number', toNumber as StrictFunction],
  ['datetime', toDatetime as StrictFunction],
]);

/** A part as a value of another type: its text, its number, the midnight with which a date begins. Blank stays blank. */
export function converted(part: Typed, type: Type): Typed {
  if (part.type.kind === type.kind || part.type.kind === 'blank') return part;
  const conversion = conversions.get(type.kind);
  return conversion ? { kind: 'call', type, function: conversion, parts: [part], position: part.position } : part;
}

/** A text written out that says a date or a time, as that; anything else as it is. */
export function asMoment(part: Typed): Typed {
  if (part.kind !== 'literal' || typeof part.value !== 'string') return part;
  if (isDate(part.value)) return { ...part, type: { kind: 'date' } };
  const [, upTo, fraction = ''] = /^(.{10}T\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,3}))?Z$/.exec(part.value) ?? [];
  const full = `${upTo?.length === 16 ? `${upTo}:00` : upTo}.${fraction.padEnd(3, '0')}Z`;
  return isDatetime(full) ? { ...part, value: full, type: { kind: 'datetime' } } : part;
}
