import { expect, test } from '@jest/globals';
import type { Field } from '../../api/shape.ts';
import { columnsOf, labelOf, titleField } from './columns.ts';
import { argumentsFrom, missingParams, withParam } from './filter-values.ts';

const field = (name: string, kind: Field['kind'], options?: readonly string[]): Field => ({ name, kind, ...(options && { options }) });

test('a list shows the title first, then the state, and the time of the last change at the end', () => {
  const fields = [
    field('id', 'id'),
    field('created_at', 'time'),
    field('updated_at', 'time'),
    field('name', 'text'),
    field('custom', 'object'),
    field('count', 'number'),
    field('contact_id', 'id'),
    field('status', 'choice'),
    field('email', 'text'),
  ];
  expect(columnsOf({ params: [], fields }).map(({ name }) => name)).toEqual([
    'name',
    'status',
    'email',
    'count',
    'contact_id',
    'updated_at',
  ]);
});

test('a thing whose content is an object shows it', () => {
  const fields = [field('id', 'id'), field('created_at', 'time'), field('data', 'object')];
  expect(columnsOf({ params: [], fields }).map(({ name }) => name)).toEqual(['id', 'data', 'created_at']);
});

test('a read waits for its required parameters', () => {
  const params: readonly Field[] = [{ ...field('event_id', 'id'), required: true }, field('since', 'time')];
  expect(missingParams(params, {}).map(({ name }) => name)).toEqual(['event_id']);
  expect(missingParams(params, { event_id: 'evt_1' })).toEqual([]);
});

test('a thing without a name has its id as title', () => {
  expect(titleField([field('amount', 'number'), field('id', 'id')])).toBe('id');
  expect(titleField([field('subject', 'text'), field('id', 'id')])).toBe('subject');
});

test('a label has no suffix of the wire', () => {
  expect(labelOf('contact_id')).toBe('Contact');
  expect(labelOf('last_used_at')).toBe('Last used');
});

test('only values of the kind of a parameter become arguments', () => {
  const params = [
    field('search', 'text'),
    field('sort', 'choice', ['name', '-name']),
    field('limit', 'number'),
    field('archived', 'yes_no'),
  ];
  expect(argumentsFrom(params, '?search=a&sort=size&limit=x&archived=maybe&other=1')).toEqual({ search: 'a' });
  expect(argumentsFrom(params, '?sort=-name&limit=3&archived=true')).toEqual({ sort: '-name', limit: '3', archived: 'true' });
});

test('a parameter of the address is set, and an empty one is removed', () => {
  expect(withParam('?a=1', 'search', 'x y')).toBe('?a=1&search=x+y');
  expect(withParam('?a=1', 'a', '')).toBe('');
});
