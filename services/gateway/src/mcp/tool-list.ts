import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { SpaceKey } from '../auth/api-key.ts';
import { familiesOf, listedFamily } from './families.ts';
import { metaTools } from './meta-tools.ts';
import { type Catalogue, toolsOf } from './tool-catalog.ts';
import type { CallableTool, ListedTool } from './tools.ts';

/**
 * The answer to tools/list as text that is made once for each set of scopes. The SDK checks every tool it is given
 * against its schema on every request, which costs many times more than the rest of the answer; so it is given one
 * stand-in tool that no client can guess, and the text of the real list is put in its place.
 *
 * Every tool: the tools about tools, then every family with the actions of the key. Everyday tools: the same two, the
 * families with the actions of every day, byte for byte the same as long as the key is, and behind them each other tool
 * that was called in the last 30 days by its own name, in alphabetical order (spec, Authentication 8).
 */
export interface ToolList {
  /** What the SDK is given. */
  readonly standIn: { readonly name: string; readonly inputSchema: { readonly type: 'object' } };
  /** Whether the stand-in is in an answer, so that the real tools belong in its place. */
  isIn(answer: string): boolean;
  /** The text of an answer with the real tools of a key in it; `recent` names the tools it called lately. */
  fill(answer: string, key: SpaceKey, recent: readonly string[]): string;
}

/** The scopes can be combined in very many ways, but the keys of one system use few of them. */
const MAX_SCOPE_SETS = 500;

/** The tools that a key is shown, in order. */
export function listedTools(catalogue: Catalogue, key: SpaceKey, recent: readonly string[] = []): ListedTool[] {
  const granted = toolsOf(catalogue, key);
  if (key.catalog_mode === 'every') return [...metaTools, ...familiesShown(granted)];
  const everyday = granted.filter(({ tool }) => tool.everyday);
  const known = new Set(everyday.map(({ tool }) => tool.name));
  const called = new Set(recent);
  const others = granted.filter(({ tool }) => called.has(tool.name) && !known.has(tool.name));
  return [...metaTools, ...familiesShown(everyday), ...others.map(({ listed }) => listed).sort((a, b) => (a.name < b.name ? -1 : 1))];
}

const familiesShown = (tools: readonly CallableTool[]): ListedTool[] => [...familiesOf(tools).values()].map(listedFamily);

/** The lists of a catalogue. */
export function toolList(catalogue: Catalogue): ToolList {
  const texts = new LRUCache<string, string>({ max: MAX_SCOPE_SETS });
  const standIn = { name: `list-${randomUUID()}`, inputSchema: { type: 'object' } } as const;
  const place = new RegExp(`\\{[^{}]*"${standIn.name}"[^{}]*\\{[^{}]*\\}[^{}]*\\}`, 'g');

  const textFor = (key: SpaceKey, recent: readonly string[]): string => {
    const name = [key.catalog_mode, key.scope_set, ...(key.catalog_mode === 'every' ? [] : recent)].join(' ');
    const known = texts.get(name);
    if (known !== undefined) return known;
    const text = listedTools(catalogue, key, recent)
      .map((listed) => JSON.stringify(listed))
      .join(',');
    texts.set(name, text);
    return text;
  };

  return {
    standIn,
    isIn: (answer) => answer.includes(standIn.name),
    fill: (answer, key, recent) => answer.replaceAll(place, () => textFor(key, recent)),
  };
}
