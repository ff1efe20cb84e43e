import { type CatalogEntry, contracts, operatorCatalog, publicCatalog } from '@space/contracts/catalog';
import { type Contract, consolePath, scopes } from '@space/contracts/core';
import { eventTypes, type Topic, topics } from '@space/contracts/events';
import { z } from 'zod';
import { inputsOf } from './inputs.ts';
import { shapesOf } from './shapes.ts';

const HEAD = '// Generated from the contracts by `npm run console made`.\n';

/** Returns the kind of answer of an operation (packages/console/src/api/route-table.ts). */
function answerOf({ operation: { input, output, download } }: CatalogEntry): string {
  const members = output instanceof z.ZodObject ? output.shape : {};
  if (download) return 'file';
  if (!Object.hasOwn(members, 'next_cursor')) return 'one';
  if (Object.hasOwn(members, 'events')) return 'feed';
  if (!Object.hasOwn(members, 'data')) return 'one';
  return Object.hasOwn(input.shape, 'limit') ? 'page' : 'whole';
}

/** Returns the path of an operation below `/spaces/{space_id}/v1`, or undefined for one that is not of a single Space. */
function pathInSpace({ operation }: CatalogEntry): string | undefined {
  const { route, audience, role } = operation;
  return route && (audience === undefined || role !== undefined) ? consolePath(operation, route) : undefined;
}

/** The operations that a member of a Space can call: those with a route. */
const routed: readonly CatalogEntry[] = [...publicCatalog, ...operatorCatalog].filter((entry) => pathInSpace(entry));

/** Returns the text of each file of `packages/console/src/made`, by its name. */
export function madeFiles(): ReadonlyMap<string, string> {
  const shaped = Object.values<Contract>(contracts).flatMap((contract) => {
    const shapes = shapesOf(contract);
    return Object.keys(shapes).length > 0 ? [[contract.name, shapes] as const] : [];
  });
  const offered = [...new Set(routed.map(({ contract }) => contract))];
  return new Map([
    ['routes.ts', routesText()],
    ['operations.ts', operationsText()],
    ['inputs.ts', inputLoadersText(offered.map(({ name }) => name))],
    ...offered.map((contract) => [`inputs/${contract.name}.json`, inputsText(contract)] as const),
    ['scopes.ts', `${HEAD}/** Lists every scope that a key can hold. */\nexport const scopes = ${literal(scopes)} as const;\n`],
    ['event-types.ts', eventTypesText()],
    ['topics.ts', topicsText()],
    ['shapes.ts', shapeLoadersText(shaped.map(([name]) => name))],
    ...shaped.map(([name, shapes]) => [`shapes/${name}.json`, `${JSON.stringify(shapes, null, 1)}\n`] as const),
  ]);
}

/** Returns the route table: the method, the path, the scope and the kind of answer of each operation. */
function routesText(): string {
  const names = [...new Set(routed.map(({ contract }) => contract.name))];
  const table = names.map((name) => {
    const rows = routed
      .filter(({ contract }) => contract.name === name)
      .map((entry) => {
        const { route, scope } = entry.operation;
        return `    ${entry.name}: ${literal([route!.method, pathInSpace(entry)!, scope ?? '', answerOf(entry)])},`;
      });
    return `  ${name}: {\n${rows.join('\n')}\n  },`;
  });
  return `${HEAD}import type { RouteTable } from '../api/route-table.ts';

/** Holds the method, path, scope and kind of answer of each operation, by contract and name. */
export const routes: RouteTable = {
${table.join('\n')}
};
`;
}

/** Returns the names of the event types, so that a choice of them reads nothing. */
function eventTypesText(): string {
  const rows = [...eventTypes.values()].map(({ type, group, label, filters }) => `  ${literal({ type, group, label, filters })},`);
  return `${HEAD}import type { EventTypeName } from '../api/event-type-name.ts';

/** Lists every event type in the order of the catalog. */
export const eventTypes: readonly EventTypeName[] = [
${rows.join('\n')}
];
`;
}

/** Returns the facts of operations that only some screens need: the summary, the tools and the scope. */
function operationsText(): string {
  const rows = publicCatalog.map(
    ({ id, operation }) =>
      `  ${literal([id, operation.scope ?? '', operation.summary, (operation.tools ?? []).map(({ name, preset }) => (preset ? [name, preset] : [name]))])},`,
  );
  return `${HEAD}import type { OperationFacts } from '../api/operation-facts.ts';

/** Lists the id, scope, summary and MCP tools of each operation that a key can call. */
export const operations: readonly OperationFacts[] = [
${rows.join('\n')}
];
`;
}

/** Returns the inputs of a contract, one operation a line. */
function inputsText(contract: Contract): string {
  const names = new Set(routed.filter((entry) => entry.contract.name === contract.name).map(({ name }) => name));
  const rows = Object.entries(inputsOf(contract, (name) => names.has(name))).map(([name, facts]) => `"${name}":${literal(facts)}`);
  return `{\n${rows.join(',\n')}\n}\n`;
}

function inputLoadersText(names: readonly string[]): string {
  const loaders = names.map((name) => `  ${name}: () => import('./inputs/${name}.json'),`);
  return `${HEAD}/** Loads the inputs of the operations of a contract, by its name. */
export const inputLoaders: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>> = {
${loaders.join('\n')}
};
`;
}

function topicsText(): string {
  const rows = Object.entries<Topic>(topics).map(([name, { reads }]) => `  ${name}: ${literal(reads)},`);
  return `${HEAD}/** Names the reads that are stale after a live update, by its topic: those of a contract, or \`contract.operation\`. */
export const topicReads: Readonly<Record<string, readonly string[]>> = {
${rows.join('\n')}
};
`;
}

function shapeLoadersText(names: readonly string[]): string {
  const loaders = names.map((name) => `  ${name}: () => import('./shapes/${name}.json'),`);
  return `${HEAD}/** Loads the shapes of the reads of a contract, by its name. */
export const shapeLoaders: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>> = {
${loaders.join('\n')}
};
`;
}

const literal = (value: unknown): string => JSON.stringify(value);
