import { datetimeOf } from '../values/moments.ts';
import { isDate, isDatetime } from '../values/stored-dates.ts';
import type { Type } from '../values/type.ts';
import { toDatetimeSql, toNumberSql, toTextSql } from './conversions-sql.ts';
import { type CheckedNode, defineFunction, type StrictFunction } from './function.ts';

const toText = defineFunction({
  name: 'text of',
  parameters: [{ name: 'value', takes: 'text' }],
  result: 'text',
  evaluate: ([value]) => value,
  sql: toTextSql,
});

const toNumber = defineFunction({
  name: 'number of',
  parameters: [{ name: 'value', takes: 'number' }],
  result: 'number',
  evaluate: ([value]) => value,
  sql: toNumberSql,
});

const toDatetime = defineFunction({
  name: 'midnight of',
  parameters: [{ name: 'value', takes: 'moment' }],
  result: 'datetime',
  evaluate: ([value], { zone }) => datetimeOf(value, zone),
  sql: toDatetimeSql,
});

const conversions: ReadonlyMap<Type['kind'], StrictFunction> = new Map([
  ['text', toText as StrictFunction],
  ['number', toNumber as StrictFunction],
  ['datetime', toDatetime as StrictFunction],
]);

/** Wraps a node in a conversion to another type: text, number, or the midnight at which a date begins. Blank stays blank. */
export function convert(part: CheckedNode, type: Type): CheckedNode {
  if (part.type.kind === type.kind || part.type.kind === 'blank') return part;
  const conversion = conversions.get(type.kind);
  return conversion ? { kind: 'call', type, function: conversion, parts: [part], position: part.position } : part;
}

/** Turns a text literal that is an ISO date or time into a date or datetime literal. Returns any other node unchanged. */
export function parseMomentLiteral(part: CheckedNode): CheckedNode {
  if (part.kind !== 'literal' || typeof part.value !== 'string') return part;
  if (isDate(part.value)) return { ...part, type: { kind: 'date' } };
  const [, upTo, fraction = ''] = /^(.{10}T\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,3}))?Z$/.exec(part.value) ?? [];
  const full = `${upTo?.length === 16 ? `${upTo}:00` : upTo}.${fraction.padEnd(3, '0')}Z`;
  return isDatetime(full) ? { ...part, value: full, type: { kind: 'datetime' } } : part;
}
