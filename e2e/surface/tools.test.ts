import { expect, test } from '@jest/globals';
import { type Entry, type Tool, toolCatalog } from '@space/contracts';
import { callTool } from '../journeys/mcp-post.ts';
import { newKey, newSpace, scopesWithout } from '../space.ts';
import { type Arguments, operations, type Routed } from './operations.ts';
import { makeThings, validInput } from './things.ts';

/** A tool whose operation has a route too; its arguments are made as those of the route are. */
interface RoutedTool extends Routed {
  readonly tool: Tool;
  readonly tool_name: string;
}

const isRouted = (entry: Entry & { tool: Tool }): boolean => entry.operation.route !== undefined;
const tools: readonly RoutedTool[] = [...toolCatalog.values()]
  .filter(isRouted)
  .map((entry) => ({ ...entry, route: entry.operation.route!, tool_name: entry.tool.name }));

/** Arguments that fit a tool: those of its operation, but for what the tool has fixed. */
function argumentsOf(entry: RoutedTool, things: Arguments): Arguments {
  const { preset = {} } = entry.tool;
  return Object.fromEntries(Object.entries({ ...validInput(entry), ...things }).filter(([name]) => !Object.hasOwn(preset, name)));
}

test.each(tools)('the tool $tool_name answers what its operation answers, with its own scope alone', async (entry) => {
  const space = await newSpace();
  const things = await makeThings(space, entry);
  const { api_key } = await newKey(space.space_id, { scopes: [entry.operation.scope!] });
  const result = await callTool(api_key, entry.tool.name, argumentsOf(entry, things));
  expect(result.isError ?? false).toBe(false);
  expect(entry.operation.output.parse(result.structuredContent)).toEqual(result.structuredContent);
  expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
});

test.each(tools)('the tool $tool_name is refused to a key that has every scope but its own, in a sentence that names it', async (entry) => {
  const { api_key } = await newSpace({ scopes: scopesWithout(entry.operation.scope) });
  const result = await callTool(api_key, entry.tool.name, argumentsOf(entry, {}));
  expect(result).toMatchObject({
    isError: true,
    content: [{ type: 'text', text: expect.stringContaining(entry.operation.scope!) }],
    structuredContent: { error: { code: 'missing_scope' } },
  });
});

test.each(tools)('the tool $tool_name refuses an argument it does not have and names it', async (entry) => {
  const space = await newSpace();
  const things = await makeThings(space, entry);
  const result = await callTool(space.api_key, entry.tool.name, { ...argumentsOf(entry, things), surprise: 'x' });
  expect(result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('surprise') }],
    structuredContent: { error: { code: 'invalid' } },
  });
});

test.each(tools.filter(({ route }) => route.path.includes('/:')))(
  'the tool $tool_name does not find what is in another Space',
  async (entry) => {
    const [space, stranger] = [await newSpace(), await newSpace()];
    const theirs = await makeThings(space, entry);
    const result = await callTool(stranger.api_key, entry.tool.name, argumentsOf(entry, theirs));
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'not_found' } } });
  },
);

test('every operation with a route is a tool too, so that agents can do what programs can', () => {
  const withTools = new Set(tools.map(({ id }) => id));
  expect(operations.filter(({ id }) => !withTools.has(id)).map(({ id }) => id)).toEqual([]);
});
