import type { FormField } from './form.ts';

/** A condition as the contract has it: a test, or and / or / not over tests. */
export type Condition = NonNullable<FormField['visible_if']>;

/** One test of another answer. */
export type Test = Extract<Condition, { readonly op: unknown }>;

/** The way in which the parts of a group decide it. */
export type GroupKind = 'all' | 'any' | 'none' | 'not_all';

/** A condition as people edit it: parts, and how they decide. */
export interface Group {
  readonly kind: GroupKind;
  readonly parts: readonly (Test | Group)[];
}

/** The words of each kind of group. */
export const groupKinds: readonly (readonly [GroupKind, string])[] = [
  ['all', 'all of these hold'],
  ['any', 'any of these holds'],
  ['none', 'none of these holds'],
  ['not_all', 'not all of these hold'],
];

/** Returns true for a group of tests. */
export const isGroup = (part: Test | Group): part is Group => 'parts' in part;

const opposite: Readonly<Record<GroupKind, GroupKind>> = { all: 'not_all', not_all: 'all', any: 'none', none: 'any' };

/** Returns a condition as a group. */
export function toGroup(condition: Condition): Group {
  if ('not' in condition) {
    const { kind, parts } = toGroup(condition.not);
    return { kind: opposite[kind], parts };
  }
  if ('and' in condition) return { kind: 'all', parts: condition.and.map(toPart) };
  if ('or' in condition) return { kind: 'any', parts: condition.or.map(toPart) };
  return { kind: 'all', parts: [condition] };
}

const toPart = (condition: Condition): Test | Group => ('op' in condition ? condition : toGroup(condition));

/** Returns a group as a condition; undefined for a group without a test, which is no condition. */
export function toCondition({ kind, parts }: Group): Condition | undefined {
  const conditions = parts.flatMap((part) => {
    const condition = isGroup(part) ? toCondition(part) : part;
    return condition ? [condition] : [];
  });
  if (conditions.length === 0) return undefined;
  const isAll = kind === 'all' || kind === 'not_all';
  // A group of one keeps its kind, so that another test can be added to it; only “all” of one is the test itself.
  const all: Condition = conditions.length === 1 ? conditions[0]! : { and: conditions };
  const whole: Condition = isAll ? all : { or: conditions };
  return kind === 'none' || kind === 'not_all' ? { not: whole } : whole;
}

/** Returns a condition in which every test of one key tests another key instead. */
export function renameInCondition(condition: Condition, from: string, to: string): Condition {
  if ('and' in condition) return { and: condition.and.map((one) => renameInCondition(one, from, to)) };
  if ('or' in condition) return { or: condition.or.map((one) => renameInCondition(one, from, to)) };
  if ('not' in condition) return { not: renameInCondition(condition.not, from, to) };
  return condition.field === from ? { ...condition, field: to } : condition;
}
