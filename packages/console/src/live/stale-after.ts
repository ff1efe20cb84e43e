import { topicReads } from '../made/topics.ts';
import { type Change, EVERYTHING } from './change.ts';

/**
 * Returns true if a read of the cache is stale after a change. Its key is `['space', id, contract, name, …]`. A read that names other
 * things of the kind, and none of the changed ones, is not.
 */
export function isStaleAfter(key: readonly unknown[], space_id: string, { topic, ids }: Change): boolean {
  const [root, space, contract, name] = key;
  if (root !== 'space' || space !== space_id) return false;
  if (topic === EVERYTHING.topic) return true;
  const [kind = '', about] = topic.split(':');
  const reads = Object.hasOwn(topicReads, kind) ? topicReads[kind]! : [];
  if (contract !== kind && !reads.some((read) => read === contract || read === `${contract}.${name}`)) return false;
  const text = JSON.stringify(key.slice(3));
  return !(about !== undefined && namesOthers(text, [about])) && !(ids && namesOthers(text, ids));
}

/** Returns true if a text names ids with the prefix of some ids, but none of these. */
function namesOthers(text: string, ids: readonly string[]): boolean {
  const prefix = ids[0]?.match(/^[a-z]+_/)?.[0];
  if (prefix === undefined) return false;
  const named = [...text.matchAll(/"([a-z]+_\w+)"/g)].map((match) => match[1]!).filter((id) => id.startsWith(prefix));
  return named.length > 0 && !named.some((id) => ids.includes(id));
}
