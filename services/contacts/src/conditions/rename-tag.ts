import type { Condition } from '@space/contracts/contacts';

/** Returns a condition in which the comparisons with one tag, named in any case, name it differently. */
export function renameTagIn(condition: Condition, from: string, to: string): Condition {
  const each = (part: Condition): Condition => renameTagIn(part, from, to);
  if ('and' in condition) return { and: condition.and.map(each) };
  if ('or' in condition) return { or: condition.or.map(each) };
  if ('not' in condition) return { not: each(condition.not) };
  return 'tag' in condition && condition.tag.toLowerCase() === from.toLowerCase() ? { tag: to } : condition;
}
