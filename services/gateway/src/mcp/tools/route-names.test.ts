import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { invalidFields, Problem, scopes } from '@space/contracts/core';
import { notAnEventType } from '@space/contracts/events';
import { keyWith } from '../../../test/fixtures/key-with.ts';
import { toErrorResult } from '../result.ts';
import { truncationNotice } from '../truncation-notice.ts';
import { describeForAgents, nameTools } from './route-names.ts';
import { createToolCatalog } from './tool-catalog.ts';
import { listedTools } from './tool-list.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..', '..');
const catalog = createToolCatalog();
const tools = [...catalog.tools.values()];
const ANY_ROUTE = /\b(?:GET|HEAD|POST|PUT|PATCH|DELETE) (?:\/|https?:)[^\s'"`]*/g;

/** A method in a sentence, with or without a route. */
const ANY_METHOD = /(?<!\|)\b(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b(?=[\s,;.)'`])/g;

/** Files whose sentences agents do not read: documents, the list of bounds, the byte door, traces, the requests of people, and the console. */
const forPrograms =
  /^packages\/console\/|\/(?:asyncapi|openapi|bytes)\/|(?:attempts\/make-attempt|mcp\/endpoint|core\/public-page|byte-doors?|bounds|examples)\.ts$/;

/** Returns the lines of code without comments. A value in a template is a parameter, and a method that is a value is no sentence. */
const lines = globSync('{packages,services}/*/src/**/*.ts', { cwd: root })
  .filter((path) => !/\.test(?:-d)?\.ts$/.test(path) && !forPrograms.test(path))
  .flatMap((path) => readFileSync(join(root, path), 'utf8').split('\n'))
  .filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line))
  .map((line) => line.replaceAll(/\$\{[^}]*\}/g, 'x').replaceAll(/'[A-Z]+'/g, 'x'));

/** Returns the JSON of a list without the methods that send_http_request takes: they are values of a field, and name no route of ours. */
const shownTexts = (listed: unknown): string =>
  JSON.stringify(listed, (key, value: unknown) => {
    if (key === 'enum' && Array.isArray(value) && value.includes('HEAD')) return [];
    return key === 'default' && value === 'GET' ? undefined : value;
  });

describe('a text that MCP shows', () => {
  test.each([
    ['every tool', listedTools(catalog, keyWith(scopes))],
    ['the Everyday tools', listedTools(catalog, keyWith(scopes, 'everyday'))],
    ['the tools that search_tools finds', tools.map(({ listed }) => listed)],
  ])('names no route in the descriptions of %s', (_name, listed) => {
    expect(listed.length).toBeGreaterThan(10);
    expect(shownTexts(listed).match(ANY_ROUTE)).toBeNull();
    expect(shownTexts(listed).match(/\b(?:GET|POST|PUT|PATCH|DELETE)\b|Accept: |Over REST|\b(?:of|in) the path\b/g)).toBeNull();
  });

  test('names no route in the notice of a truncated result', () => {
    for (const tool of tools) expect(truncationNotice(tool).match(ANY_ROUTE)).toBeNull();
  });

  test('names a tool for every route in a sentence of a contract or a service, and no method without a route', () => {
    expect(lines.filter((line) => line.match(ANY_ROUTE)).length).toBeGreaterThan(10);
    expect(lines.filter((line) => nameTools(line).match(ANY_ROUTE) ?? nameTools(line).match(ANY_METHOD))).toEqual([]);
  });
});

test('the tool replaces a route with parameters, with ids, with a version and with a query', () => {
  expect(nameTools('Give it to POST /forms/{id}/submit.')).toBe('Give it to submit_form.');
  expect(nameTools('cancel it with POST /social/posts/soc_01/cancel first')).toBe('cancel it with cancel_social_post first');
  expect(nameTools('GET /v1/events returns it; GET /contacts?search= finds it.')).toBe(
    'get_events returns it; list_contacts with search finds it.',
  );
  expect(nameTools('create one with POST /event-subscriptions')).toBe('create one with create_event_webhook or create_event_feed');
  expect(nameTools('POST /pages/pag_…/publish {}')).toBe('publish_page {}');
  expect(nameTools('`POST …/rows/upsert` creates or changes rows')).toBe('`upsert_table_rows` creates or changes rows');
  expect(nameTools('GET /event-types lists them')).toBe('list_event_types lists them');
  expect(nameTools('GET /v1/events?limit=5&wait=&after=<next_cursor>')).toBe('get_events with limit 5, wait, after <next_cursor>');
});

test('the tool replaces the end of a route, unless routes of several tools have this end', () => {
  for (const [route, tool] of [
    ['GET …/explain?event_id=evt_…', 'explain_event_webhook with event_id evt_…'],
    ['GET …/aggregate', 'aggregate_table'],
    ['GET …/deliveries', 'list_event_webhook_deliveries'],
    ['GET …/deliveries/{delivery_id}', 'get_event_webhook_delivery'],
  ] as const)
    expect(nameTools(route)).toBe(tool);
  for (const route of ['POST …/versions/3/restore', 'POST …/import', 'GET …/export', 'POST …/resend', 'DELETE …/{id}'])
    expect(nameTools(route)).toBe(route);
});

test('a description loses its sentences about REST alone', () => {
  expect(describeForAgents('Returns CSV. Over REST with Accept: text/csv all pages come as one file. At most 10.')).toBe(
    'Returns CSV. At most 10.',
  );
});

test('a route without a tool stays', () => {
  for (const text of ['GET /nowhere', 'DELETE /contacts', 'get /contacts', 'The page says "GET /x/y/z/a".'])
    expect(nameTools(text)).toBe(text);
});

const shown = (problem: Problem) => {
  const { content, structuredContent } = toErrorResult(problem);
  return { content, structuredContent: structuredContent as { error: object } };
};

test('an error names tools, in its sentence and in those of its fields', () => {
  const { content, structuredContent } = shown(
    invalidFields([
      { path: 'event_types.0', code: 'invalid_value', message: notAnEventType({ input: 'x' })! },
      { path: 'contact_ids', code: 'unresolved', message: 'GET /contacts?search= finds it' },
    ]),
  );
  expect(content).toEqual([
    {
      type: 'text',
      text: 'event_types.0: "x" is not an event type (list_event_types lists them) (and 1 more).\ncontact_ids: list_contacts with search finds it',
    },
  ]);
  expect(structuredContent.error).toMatchObject({ code: 'invalid', errors: [{ path: 'event_types.0' }, { path: 'contact_ids' }] });
  expect(JSON.stringify(structuredContent)).not.toMatch(ANY_ROUTE);
  expect(shown(new Problem('conflict', 'Busy.', { retry_after_s: 3 })).structuredContent.error).toEqual({
    code: 'conflict',
    message: 'Busy.',
    retry_after_s: 3,
  });
});
