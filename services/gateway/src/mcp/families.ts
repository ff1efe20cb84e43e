import type { JsonSchema } from '../operation/json-schema.ts';
import { worstOf } from './annotations.ts';
import { agreedSchema, compactSchema } from './compact-schema.ts';
import type { CallableTool, ListedTool } from './tools.ts';

/** Related tools as one tool that takes an `action`; calling it is calling the single tool (spec, MCP endpoint). */
export interface Family {
  readonly name: string;
  /** By action, in the order of the catalogue. */
  readonly actions: ReadonlyMap<string, CallableTool>;
}

/** The families of some tools, by name, in alphabetical order. */
export function familiesOf(tools: Iterable<CallableTool>): ReadonlyMap<string, Family> {
  const grouped = Map.groupBy(tools, ({ tool }) => tool.family);
  return new Map(
    [...grouped]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, members]) => [name, { name, actions: new Map(members.map((member) => [member.tool.action, member])) }]),
  );
}

/**
 * A family as tools/list shows it to a key that may call just these actions: nothing in its schema or text tells of
 * others. The schema is flat, because hosts refuse one that is a choice at its root; what an action needs is said in the
 * text, and judged by the single tool's own schema.
 */
export function listedFamily({ name, actions }: Family): ListedTool {
  const members = [...actions.values()];
  const { contract } = members[0]!.entry;
  return {
    name,
    title: contract.tag,
    description: `${contract.description} Actions: ${members.map(actionText).join(' ')}`,
    inputSchema: {
      type: 'object',
      properties: { action: { type: 'string', enum: [...actions.keys()] }, ...sharedProperties(members) },
      required: ['action'],
      additionalProperties: false,
    },
    annotations: worstOf(members.map(({ listed }) => listed.annotations)),
  };
}

/** What an action does and must be told, in a sentence. */
function actionText({ tool, listed }: CallableTool): string {
  const { required = [] } = listed.inputSchema;
  return `${tool.action}${required.length > 0 ? ` (${required.join(', ')})` : ''}: ${listed.title}.`;
}

/** Every property that any of the actions takes. */
function sharedProperties(members: readonly CallableTool[]): Readonly<Record<string, JsonSchema>> {
  const shared = new Map<string, JsonSchema>();
  for (const { listed } of members)
    for (const [name, schema] of Object.entries(listed.inputSchema.properties ?? {})) {
      const compact = compactSchema(name, schema);
      const known = shared.get(name);
      shared.set(name, known === undefined ? compact : agreedSchema(known, compact));
    }
  return Object.fromEntries(shared);
}
