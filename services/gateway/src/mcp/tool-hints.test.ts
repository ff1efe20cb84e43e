import { expect, test } from '@jest/globals';
import { inputErrors } from '@space/bus';
import { invalidFields, Problem, type Scope, scopes } from '@space/contracts/core';
import { keyWith } from '../../test/fixtures/key-with.ts';
import { withToolHint } from './tool-hints.ts';
import { createToolCatalog } from './tools/tool-catalog.ts';

const catalog = createToolCatalog();

/** Returns the sentences for the arguments of a call, by argument. */
function errorsOf(name: string, args: Record<string, unknown>, granted: readonly Scope[] = scopes) {
  const callable = catalog.tools.get(name)!;
  const problem = invalidFields(inputErrors(callable.entry.operation, args));
  const { errors = [] } = withToolHint(problem, { callable, args }, catalog, keyWith(granted)).extras;
  return Object.fromEntries(errors.map(({ path, message }) => [path, message]));
}

test('an unknown argument names the tool of the family that takes all arguments', () => {
  const hint = 'is not a field of explain_event_webhook; explain_event_webhook_type takes it';
  expect(errorsOf('explain_event_webhook', { id: 'lis_1', event_type: 'contact_created', since: '2026-01-01T00:00:00Z' })).toEqual({
    event_id: 'is required',
    event_type: hint,
    since: hint,
  });
  expect(errorsOf('get_table_row', { table_id: 't', row_id: 'r', data: {} })).toEqual({
    data: expect.stringMatching(/^is not a field of this request/),
  });
});

test('no tool is named that the key may not call, for a misspelt argument, or when many tools take it', () => {
  const isPlain = expect.stringMatching(/^is not a field of this request/);
  expect(errorsOf('explain_event_webhook', { id: 'lis_1', event_type: 'contact_created' }, ['contacts:read'])).toMatchObject({
    event_type: isPlain,
  });
  expect(errorsOf('create_contact', { name: 'Ada', email: 'ada@example.com', nmae: 'A' })).toEqual({ nmae: isPlain });
  expect(errorsOf('get_contact', { id: 'con_1', fields: ['email'], naem: 1 })).toMatchObject({ naem: isPlain });
});

test('another error stays', () => {
  const problem = new Problem('conflict', 'Busy.');
  const callable = catalog.tools.get('get_contact')!;
  expect(withToolHint(problem, { callable, args: { fields: [] } }, catalog, keyWith(scopes))).toBe(problem);
});
