import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { SpaceKey } from '../space-key.ts';
import { type CallableTool, toolsFor } from './tools.ts';

/**
 * The answer to tools/list as text that is made once for each set of scopes. The SDK checks every tool it is given
 * against its schema on every request, which costs many times more than the rest of the answer; so it is given one
 * stand-in tool that no client can guess, and the text of the real list is put in its place.
 */
export interface ToolList {
  /** What the SDK is given. */
  readonly standIn: { readonly name: string; readonly inputSchema: { readonly type: 'object' } };
  /** The text of an answer with the real tools of a key in it. */
  fill(answer: string, key: SpaceKey): string;
}

/** The scopes can be combined in very many ways, but the keys of one system use few of them. */
const MAX_SCOPE_SETS = 500;

/** The lists of a set of tools. */
export function toolList(tools: ReadonlyMap<string, CallableTool>): ToolList {
  const texts = new LRUCache<string, string>({ max: MAX_SCOPE_SETS });
  const standIn = { name: `list-${randomUUID()}`, inputSchema: { type: 'object' } } as const;
  const place = new RegExp(`\\{[^{}]*"${standIn.name}"[^{}]*\\{[^{}]*\\}[^{}]*\\}`, 'g');

  const textFor = (key: SpaceKey): string => {
    const known = texts.get(key.scope_set);
    if (known !== undefined) return known;
    const text = toolsFor(tools, key)
      .map(({ listed }) => JSON.stringify(listed))
      .join(',');
    texts.set(key.scope_set, text);
    return text;
  };

  return {
    standIn,
    fill: (answer, key) => (answer.includes(standIn.name) ? answer.replaceAll(place, () => textFor(key)) : answer),
  };
}
