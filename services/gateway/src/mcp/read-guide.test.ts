import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { columnConfigs, viewConfigs } from '@space/contracts/tables';
import { z } from 'zod';
import { callReadGuide } from './read-guide.ts';
import { fitsResult } from './result-truncation.ts';
import { createCallableTools } from './tools/callable-tools.ts';
import { guides, sectionOf, sectionsOf } from './tools/guides.ts';
import { nameTools } from './tools/route-names.ts';

/** The parts of a JSON Schema that have properties. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

const docs = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'api');
const every = [...guides.values()];
const tables = guides.get('tables')!;

test('each page of docs/api is a guide with its heading', () => {
  expect(every.map(({ name }) => `${name}.md`)).toEqual(readdirSync(docs).sort());
  expect(tables.title).toBe('Tables');
  for (const { text } of every) expect(text.length).toBeGreaterThan(500);
});

test.each(every)('the guide $name names tools instead of routes, and guides instead of files', ({ text }) => {
  expect(nameTools(text)).toBe(text);
  expect(text).not.toMatch(/\b(?:GET|POST|PATCH|DELETE) …/);
  expect(text).not.toMatch(/\]\((?!https?:)/);
  for (const [, name] of text.matchAll(/\(guide "([^"]*)"\)/g)) expect([...guides.keys()]).toContain(name);
});

test.each(every)('the guide $name has no commands of a shell, and no sentence that introduces nothing', ({ text }) => {
  expect(text).not.toMatch(/```sh|\bcurl |\$KEY/);
  expect(text).not.toMatch(/:\n+(?=#|[A-Z])|\n{3}/);
  expect(text).not.toMatch(/^The (?:first|second) (?:line|one) |^The commands? /m);
});

test('each guide that the schema of a tool mentions exists, with its section', () => {
  const texts = [...createCallableTools().values()].map(({ listed }) => JSON.stringify(listed)).join('\n');
  const mentions = [...texts.matchAll(/guide(?: to)? (?:\\"([a-z-]+)\\")?(?:, section \\"([^"\\]+)\\")?/g)];
  expect(mentions.length).toBeGreaterThan(3);
  for (const [, name = 'a guide without a name', section] of mentions) {
    expect([...guides.keys()]).toContain(name);
    expect(sectionsOf(guides.get(name)!)).toContain(section);
  }
});

/** Yields the names of all properties of a schema, in objects, lists and variants; a filter has a section of its own. */
function* namesIn({ properties = {}, items, anyOf = [] }: Schema): Generator<string> {
  for (const [name, property] of Object.entries(properties)) {
    yield name;
    if (name !== 'filters') yield* namesIn(property);
  }
  for (const inner of [...anyOf, ...(items ? [items] : [])]) yield* namesIn(inner);
}

test.each([
  ['Views', viewConfigs],
  ['Column types', columnConfigs],
])('the section "%s" of the guide to tables names every setting of every type', (heading, configs) => {
  const section = sectionOf(tables, heading)!;
  for (const [type, config] of Object.entries(configs))
    for (const key of [type, ...namesIn(z.toJSONSchema(config, { io: 'input', unrepresentable: 'any' }) as Schema)])
      expect({ type, key, isNamed: new RegExp(`\\b${key}\\b`).test(section) }).toMatchObject({ isNamed: true });
});

describe('read_guide', () => {
  test.each(every)('answers the guide $name as Markdown, within the size of a result', ({ name, title, text }) => {
    const result = callReadGuide({ name });
    expect(result).toEqual({ content: [{ type: 'text', text }] });
    expect(text).toContain(`# ${title}\n`);
    expect(fitsResult(text)).toBe(true);
  });

  test('answers one section with its heading, without regard to case', () => {
    expect(callReadGuide({ name: 'tables', section: 'formulas' }).content).toEqual([
      { type: 'text', text: expect.stringMatching(/^## Formulas\n[^#]*$/) },
    ]);
  });

  test('rejects another name, another section and another argument with what there is', () => {
    expect(() => callReadGuide({ name: 'table', page: 2 })).toThrow(/page: is not an argument of read_guide \(and 1 more\)/);
    expect(() => callReadGuide({ name: 'table' })).toThrow(/name: must be one of .*did you mean "tables"/);
    expect(() => callReadGuide({})).toThrow(/name: must be one of/);
    expect(() => callReadGuide({ name: 'tables', section: 'Formula' })).toThrow(/section: must be one of .*Formulas/);
    expect(() => callReadGuide({ name: 'tables', section: 7 })).toThrow(/section: must be one of/);
    for (const section of [null, ['Formulas'], { toString: 1 }]) {
      expect(() => callReadGuide({ name: 'tables', section })).toThrow(/section: must be one of/);
      expect(() => callReadGuide({ name: 'table', section })).toThrow(/name: must be one of .*\(and 1 more\)/);
    }
    expect(() => callReadGuide({ name: '__proto__' })).toThrow(/name: must be one of/);
  });
});
