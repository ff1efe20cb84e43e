import { describe, expect, test } from '@jest/globals';
import { catalog } from '@space/contracts/catalog';
import { z } from 'zod';
import { didYouMeanField, familiarNames } from './familiar-names.ts';
import { validate } from './field-errors.ts';

/** The JSON Schemas of all inputs, in one text. */
const schemas = JSON.stringify(catalog.map(({ operation }) => z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' })));

describe('a familiar name', () => {
  test.each(Object.entries(familiarNames))('%s stands for fields that operations have: %j', (name, ours) => {
    expect(ours.filter((field) => !schemas.includes(`"${field}":`))).toEqual([]);
    expect(ours).not.toContain(name);
  });

  test('is offered only where its field exists, and in any case', () => {
    expect(didYouMeanField('per_page', ['cursor', 'limit'])).toBe('; did you mean "limit"?');
    expect(didYouMeanField('pageSize', ['cursor', 'limit'])).toBe('; did you mean "limit"?');
    expect(didYouMeanField('per_page', ['name', 'email'])).toBe('');
    expect(didYouMeanField('constructor', ['name'])).toBe('');
  });
});

/** Returns the ends of the errors about unknown fields of an operation's input. */
const nearOf = (id: string, input: object): string[] =>
  validate(catalog.find((entry) => entry.id === id)!.operation.input, input)
    .errors.filter(({ code }) => code === 'unknown_field')
    .map(({ path, message }) => `${path}${message.replace(/^[^;]*/, '')}`);

const near = (path: string, ...names: string[]) => `${path}; did you mean ${names.map((name) => `"${name}"`).join(' or ')}?`;

test.each<[id: string, input: object, ends: string[]]>([
  ['rows.list', { table_id: 't', filters: [{ column_key: 'a', operator: 'eq', value: 1 }] }, [near('filters.0.operator', 'op')]],
  ['rows.list', { table_id: 't', filterByFormula: 'x', maxRecords: 1 }, [near('filterByFormula', 'filters'), near('maxRecords', 'limit')]],
  ['rows.upsert', { table_id: 't', key_column: 'a', rows: [{}] }, [near('key_column', 'key')]],
  ['rows.create_bulk', { table_id: 't', updates: [{}] }, [near('updates', 'rows')]],
  ['rows.create_bulk', { table_id: 't', records: [{}] }, [near('records', 'rows')]],
  ['rows.update_bulk', { table_id: 't', rows: [{}] }, [near('rows', 'updates')]],
  ['rows.create', { table_id: 't', properties: {} }, [near('properties', 'data')]],
  ['rows.delete_bulk', { table_id: 't', ids: ['x'] }, [near('ids', 'row_ids')]],
  ['contacts.create', { full_name: 'A', email_address: 'x' }, [near('full_name', 'name'), near('email_address', 'email')]],
  ['contacts.create', { firstname: 'A', organization: 'x' }, [near('firstname', 'name'), near('organization', 'company')]],
  ['contacts.create', { metadata: {} }, [near('metadata', 'custom_fields')]],
  ['contacts.list', { labels: ['x'], page_size: 5 }, [near('labels', 'tags'), near('page_size', 'limit')]],
  ['tables.create', { title: 'A', properties: {} }, [near('title', 'name'), near('properties', 'columns')]],
  ['columns.create', { table_id: 't', name: 'A', choices: [] }, [near('name', 'label'), near('choices', 'options')]],
  ['pages.create', { name: 'A', html: '<p>' }, [near('name', 'title'), near('html', 'layout_html')]],
  ['social.publish', { content: 'A', publish_at: 'x' }, [near('content', 'text'), near('publish_at', 'scheduled_at')]],
  ['pages.publish', { id: 'p', scheduled_at: 'x' }, [near('scheduled_at', 'publish_at', 'unpublish_at')]],
  ['event_subscriptions.create', { events: ['*'], endpoint: 'x' }, [near('events', 'event_types'), near('endpoint', 'url')]],
  ['calendar.create', { title: 'A', start_time: 'x', end: 'y' }, [near('start_time', 'starts_at'), near('end', 'ends_at')]],
  ['automations.create', { name: 'A', steps: [], is_active: true }, [near('steps', 'actions'), near('is_active', 'enabled')]],
  ['bookings.create', { attendee: {}, start: 'x' }, [near('attendee', 'guest'), near('start', 'starts_at')]],
  ['forms.create', { title: 'A', questions: [] }, [near('title', 'name'), near('questions', 'fields')]],
])('the input of %s %j gets our names of its fields', (id, input, ends) => {
  expect(nearOf(id, input)).toEqual(expect.arrayContaining(ends));
});
