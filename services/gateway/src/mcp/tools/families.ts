import { familyContracts } from '@space/contracts/catalog';
import type { JsonSchema } from '../../operation/json-schema.ts';
import { mergeAnnotations } from './annotations.ts';
import type { CallableTool, ListedTool } from './callable-tools.ts';
import { commonSchema } from './compact-schema.ts';

/** Related tools as one tool that takes an `action`. A call of it is a call of the single tool (contract, M4). */
export interface Family {
  readonly name: string;
  /** The tools by action, in the order of the catalog. */
  readonly actions: ReadonlyMap<string, CallableTool>;
}

/** Returns the families of some tools by name, in alphabetical order. */
export function familiesOf(tools: Iterable<CallableTool>): ReadonlyMap<string, Family> {
  const grouped = Map.groupBy(tools, ({ tool }) => tool.family);
  return new Map(
    [...grouped]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, members]) => [name, { name, actions: new Map(members.map((member) => [member.tool.action, member])) }]),
  );
}

/**
 * Returns a family as tools/list shows it to a key that may call these actions only; its schema and its text do not mention
 * others. The schema is flat, because hosts reject a union at its root. The text names the required arguments of each
 * action, and the schema of the single tool validates them.
 */
export const listedFamily = (family: Family): ListedTool => describeFamily(family, familyContracts.get(family.name)!.description);

/**
 * Returns a family in fewer words, for the Everyday list: the first sentence of its text, and of a parameter that only its other
 * actions take no more than the types.
 */
export function listedBriefly({ name, actions }: Family): ListedTool {
  const [sentence] = /^.*?[.](?= |$)/.exec(familyContracts.get(name)!.description)!;
  return describeFamily({ name, actions }, sentence, ({ tool }) => tool.everyday === true);
}

function describeFamily({ name, actions }: Family, text: string, isExplained: (member: CallableTool) => boolean = () => true): ListedTool {
  const members = [...actions.values()];
  return {
    name,
    title: familyContracts.get(name)!.tag,
    description: `${text} Actions: ${members.map(actionText).join(' ')}`,
    inputSchema: {
      type: 'object',
      properties: { action: { type: 'string', enum: [...actions.keys()] }, ...sharedProperties(members, isExplained) },
      required: ['action'],
      additionalProperties: false,
    },
    annotations: mergeAnnotations(members.map(({ listed }) => listed.annotations)),
  };
}

/** Returns a sentence with the purpose and the required arguments of an action. */
function actionText({ tool, listed }: CallableTool): string {
  const { required = [] } = listed.inputSchema;
  return `${tool.action}${required.length > 0 ? ` (${required.join(', ')})` : ''}: ${listed.title}.`;
}

/** Returns every property that one of the actions takes; of the actions that are not explained, without its purpose. */
function sharedProperties(
  members: readonly CallableTool[],
  isExplained: (member: CallableTool) => boolean,
): Readonly<Record<string, JsonSchema>> {
  const shared = new Map<string, JsonSchema>();
  for (const member of [...members.filter(isExplained), ...members.filter((one) => !isExplained(one))])
    for (const [name, compact] of Object.entries(isExplained(member) ? member.compact : member.types)) {
      const known = shared.get(name);
      shared.set(name, known === undefined ? compact : commonSchema(known, compact));
    }
  return Object.fromEntries(shared);
}
