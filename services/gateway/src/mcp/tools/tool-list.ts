import { MAX_CACHED, MAX_EVERYDAY_LIST_BYTES } from '@space/contracts/platform';
import { LRUCache } from 'lru-cache';
import type { ApiKey } from '../../auth/api-key.ts';
import type { CallableTool, ListedTool } from './callable-tools.ts';
import { familiesOf, listedBriefly, listedFamily } from './families.ts';
import { metaTools } from './meta-tools.ts';
import { grantedTools, type ToolCatalog } from './tool-catalog.ts';

/**
 * Returns the tools that a key is listed, in order; `recent` names the tools that it called in the last 30 days, the latest first
 * (contract, A8, A9).
 *
 * Every tool: the meta tools, then every family with the actions of the key. Everyday tools: the meta tools, the families with
 * the everyday actions, then the other families that the key called lately. Each family has its everyday and its recent actions.
 * The list has at most `MAX_EVERYDAY_LIST_BYTES` as JSON: the actions that were called longest ago are left out.
 */
export function listedTools(catalog: ToolCatalog, key: ApiKey, recent: readonly string[] = []): ListedTool[] {
  const granted = grantedTools(catalog, key);
  if (key.catalog_mode === 'every') return [...metaTools, ...[...familiesOf(granted).values()].map(listedFamily)];
  const everyday = granted.filter(({ tool }) => tool.everyday);
  const others = new Map(granted.filter(({ tool }) => !tool.everyday).map((callable) => [callable.tool.name, callable]));
  const called = recent.flatMap((name) => others.get(name) ?? []);
  const listWith = (count: number) => everydayList(granted, everyday, called.slice(0, count));
  let [fitting, tooMany] = [0, called.length + 1];
  while (tooMany - fitting > 1) {
    const count = tooMany > called.length ? called.length : Math.floor((fitting + tooMany) / 2);
    if (Buffer.byteLength(JSON.stringify(listWith(count))) <= MAX_EVERYDAY_LIST_BYTES) fitting = count;
    else tooMany = count;
  }
  return listWith(fitting);
}

/** Returns the Everyday list with some recent tools. The actions of a family have the order of the catalog. */
function everydayList(granted: readonly CallableTool[], everyday: readonly CallableTool[], recent: readonly CallableTool[]): ListedTool[] {
  const core = new Set(everyday.map(({ tool }) => tool.family));
  const shown = new Set([...everyday, ...recent]);
  const families = [...familiesOf(granted.filter((tool) => shown.has(tool))).values()];
  return [
    ...metaTools,
    ...families.filter(({ name }) => core.has(name)).map(listedBriefly),
    ...families.filter(({ name }) => !core.has(name)).map(listedBriefly),
  ];
}

/** Returns the tools that a key is listed as the text of a JSON array. */
export type SerializedToolList = (key: ApiKey, recent: readonly string[]) => string;

/**
 * Creates the serializer of lists. A list depends on the scopes of a key and not on the key, so it is serialized once for each
 * set of scopes.
 */
export function createSerializedToolList(catalog: ToolCatalog): SerializedToolList {
  const lists = new LRUCache<string, string>({ max: MAX_CACHED.tool_lists });
  return function serializedToolList(key, recent) {
    const cacheKey = [key.catalog_mode, key.scope_set, ...(key.catalog_mode === 'every' ? [] : recent)].join(' ');
    const cached = lists.get(cacheKey);
    if (cached !== undefined) return cached;
    const list = JSON.stringify(listedTools(catalog, key, recent));
    lists.set(cacheKey, list);
    return list;
  };
}
