import { MAX_CACHED } from '@space/contracts/platform';
import { LRUCache } from 'lru-cache';
import type { ApiKey } from '../../auth/api-key.ts';
import type { CallableTool, ListedTool } from './callable-tools.ts';
import { familiesOf, listedFamily } from './families.ts';
import { metaTools } from './meta-tools.ts';
import { grantedTools, type ToolCatalog } from './tool-catalog.ts';

/**
 * Returns the tools that a key is listed, in order; `recent` names the tools that it called in the last 30 days (contract,
 * A8, A9).
 *
 * Every tool: the meta tools, then every family with the actions of the key. Everyday tools: the meta tools and the families
 * with the everyday actions, which are the same bytes for the lifetime of a key; then each other recent tool by its own
 * name, in alphabetical order.
 */
export function listedTools(catalog: ToolCatalog, key: ApiKey, recent: readonly string[] = []): ListedTool[] {
  const granted = grantedTools(catalog, key);
  if (key.catalog_mode === 'every') return [...metaTools, ...listedFamilies(granted)];
  const everyday = granted.filter(({ tool }) => tool.everyday);
  const everydayNames = new Set(everyday.map(({ tool }) => tool.name));
  const recentNames = new Set(recent);
  const others = granted.filter(({ tool }) => recentNames.has(tool.name) && !everydayNames.has(tool.name));
  return [...metaTools, ...listedFamilies(everyday), ...others.map(({ listed }) => listed).sort((a, b) => (a.name < b.name ? -1 : 1))];
}

const listedFamilies = (tools: readonly CallableTool[]): ListedTool[] => [...familiesOf(tools).values()].map(listedFamily);

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
