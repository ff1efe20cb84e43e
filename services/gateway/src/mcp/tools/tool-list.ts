import { MAX_CACHED, MAX_EVERYDAY_LIST_BYTES } from '@space/contracts/platform';
import { LRUCache } from 'lru-cache';
import type { ApiKey } from '../../auth/api-key.ts';
import type { CallableTool, ListedTool } from './callable-tools.ts';
import { familiesOf, listedBriefly, listedFamily } from './families.ts';
import { everydayMetaTools, metaTools } from './meta-tools.ts';
import { grantedTools, isGranted, type ToolCatalog } from './tool-catalog.ts';

/**
 * Returns the tools that a key is listed, in order; `recent` names the tools that it called in the last 30 days, the latest first
 * (contract, A8, A9).
 *
 * Every tool: the meta tools, then every family with the actions of the key. Everyday tools: the meta tools, the families with
 * the everyday actions, then the other families that the key called lately. Each family has its everyday and its recent actions.
 * The list has at most `MAX_EVERYDAY_LIST_BYTES` as JSON: the actions that were called longest ago are left out.
 */
export function listedTools(
  catalog: ToolCatalog,
  key: Pick<ApiKey, 'scopes' | 'catalog_mode'>,
  recent: readonly string[] = [],
): ListedTool[] {
  const granted = grantedTools(catalog, key);
  if (key.catalog_mode === 'every') return everyList(granted);
  const called = calledTools(catalog, key, recent);
  const fitting = fittingCount(called.length, (count) => fits(textOf(granted, called, count)));
  return everydayList(granted, called.slice(0, fitting));
}

const everyList = (granted: readonly CallableTool[]): ListedTool[] => [
  ...metaTools,
  ...[...familiesOf(granted).values()].map(listedFamily),
];

/** Returns the tools that `recent` names, in its order, without those of every day and those that the key may not call. */
function calledTools({ tools }: ToolCatalog, key: Pick<ApiKey, 'scopes'>, recent: readonly string[]): CallableTool[] {
  return recent.flatMap((name) => tools.get(name) ?? []).filter((callable) => !callable.tool.everyday && isGranted(callable, key));
}

/** Returns how many of the tools that were called last fit. Asks for all of them first; the core fits without being asked for. */
function fittingCount(all: number, doFit: (count: number) => boolean): number {
  let [fitting, tooMany] = [0, all + 1];
  while (tooMany - fitting > 1) {
    const count = tooMany > all ? all : Math.floor((fitting + tooMany) / 2);
    if (doFit(count)) fitting = count;
    else tooMany = count;
  }
  return fitting;
}

const textOf = (granted: readonly CallableTool[], called: readonly CallableTool[], count: number): string =>
  JSON.stringify(everydayList(granted, called.slice(0, count)));

const fits = (text: string): boolean => Buffer.byteLength(text) <= MAX_EVERYDAY_LIST_BYTES;

/** Returns the Everyday list with some recent tools. The actions of a family have the order of the catalog. */
function everydayList(granted: readonly CallableTool[], recent: readonly CallableTool[]): ListedTool[] {
  const everyday = granted.filter(({ tool }) => tool.everyday);
  const core = new Set(everyday.map(({ tool }) => tool.family));
  const shown = new Set([...everyday, ...recent]);
  const families = [...familiesOf(granted.filter((tool) => shown.has(tool))).values()];
  return [
    ...everydayMetaTools,
    ...families.filter(({ name }) => core.has(name)).map(listedBriefly),
    ...families.filter(({ name }) => !core.has(name)).map(listedBriefly),
  ];
}

/** Returns the tools that a key is listed as the text of a JSON array. */
export type SerializedToolList = (key: ApiKey, recent: readonly string[]) => string;

/** In the cache, stands for an Everyday list that is too long. */
const TOO_LONG = '';

/**
 * Creates the serializer of lists. A list depends on the scopes of a key, on its mode and in Everyday mode on the set of recent
 * tools, and not on the key, so it is serialized once for each of these. The order of recent calls decides only which tools fit.
 */
export function createSerializedToolList(catalog: ToolCatalog): SerializedToolList {
  const lists = new LRUCache<string, string>({ max: MAX_CACHED.tool_lists });

  function cached(cacheKey: string, serialize: () => string): string {
    const found = lists.get(cacheKey);
    if (found !== undefined) return found;
    const list = serialize();
    lists.set(cacheKey, list);
    return list;
  }

  return function serializedToolList(key, recent) {
    const { catalog_mode, scope_set } = key;
    if (catalog_mode === 'every') return cached(`every ${scope_set}`, () => JSON.stringify(everyList(grantedTools(catalog, key))));
    const called = calledTools(catalog, key, recent);
    const names = called.map(({ tool }) => tool.name);
    const listWith = (count: number) =>
      cached(['everyday', scope_set, ...names.slice(0, count).sort()].join(' '), () => {
        const text = textOf(grantedTools(catalog, key), called, count);
        return count === 0 || fits(text) ? text : TOO_LONG;
      });
    return listWith(fittingCount(called.length, (count) => listWith(count) !== TOO_LONG));
  };
}
