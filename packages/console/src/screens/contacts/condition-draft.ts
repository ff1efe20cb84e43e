import type { Audience } from './contact.ts';

/** The rule of an audience, as the API has it. */
export type Condition = NonNullable<Audience['condition']>;

/** The subjects of a comparison: a field by its name, `custom_field`, or `tag`. */
export const subjects = [
  ['tag', 'Tag'],
  ['name', 'Name'],
  ['email', 'Email'],
  ['phone', 'Phone'],
  ['company', 'Company'],
  ['line_of_work', 'Line of work'],
  ['location', 'Location'],
  ['bio', 'Notes'],
  ['created_at', 'Created'],
  ['updated_at', 'Changed'],
  ['custom_field', 'Own field'],
] as const;

/** Comparisons of a field. */
export const operators = [
  ['eq', 'is'],
  ['neq', 'is not'],
  ['contains', 'contains'],
  ['gt', 'is more than'],
  ['lt', 'is less than'],
  ['is_empty', 'is empty'],
  ['is_not_empty', 'is not empty'],
] as const;

/** A comparison while it is edited. `nots` counts how often it is turned into its opposite. */
export interface RuleDraft {
  readonly kind: 'rule';
  readonly key: string;
  readonly nots: number;
  readonly subject: string;
  /** The key of an own field. */
  readonly custom_field: string;
  readonly op: string;
  readonly value: string;
  /** The type of the value; undefined when it is left out. */
  readonly type: 'text' | 'number' | 'yes_no' | undefined;
}

/** Several rules while they are edited. */
export interface GroupDraft {
  readonly kind: 'group';
  readonly key: string;
  readonly nots: number;
  readonly op: 'and' | 'or';
  readonly rules: readonly ConditionDraft[];
}

/** A rule of an audience while it is edited. */
export type ConditionDraft = RuleDraft | GroupDraft;

let made = 0;
const newKey = (): string => {
  made += 1;
  return `rule-${made}`;
};

/** Returns an empty comparison: of a tag that is to be named. */
export const newRule = (): RuleDraft => ({
  kind: 'rule',
  key: newKey(),
  nots: 0,
  subject: 'tag',
  custom_field: '',
  op: 'eq',
  value: '',
  type: 'text',
});

/** Returns a group with one empty comparison. */
export const newGroup = (op: 'and' | 'or' = 'and'): GroupDraft => ({ kind: 'group', key: newKey(), nots: 0, op, rules: [newRule()] });

/** Returns the draft of a condition. `readCondition` of it is the same condition. */
export function conditionDraft(condition: Condition, nots = 0): ConditionDraft {
  if ('not' in condition) return conditionDraft(condition.not, nots + 1);
  const shared = { key: newKey(), nots };
  if ('and' in condition) return { ...shared, kind: 'group', op: 'and', rules: condition.and.map((one) => conditionDraft(one)) };
  if ('or' in condition) return { ...shared, kind: 'group', op: 'or', rules: condition.or.map((one) => conditionDraft(one)) };
  if ('tag' in condition) return { ...newRule(), ...shared, value: condition.tag };
  const { op, value } = condition;
  const isOwn = 'custom_field' in condition;
  return {
    ...shared,
    kind: 'rule',
    subject: isOwn ? 'custom_field' : condition.field,
    custom_field: isOwn ? condition.custom_field : '',
    op,
    value: value === undefined ? '' : String(value),
    type: typeOf(value),
  };
}

function typeOf(value: unknown): RuleDraft['type'] {
  if (value === undefined) return undefined;
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'yes_no' : 'text';
}

/** Returns the condition of a draft; undefined while a comparison is not complete. */
export function readCondition(draft: ConditionDraft): Condition | undefined {
  const plain = draft.kind === 'group' ? readGroup(draft) : readRule(draft);
  return plain && Array.from({ length: draft.nots }).reduce<Condition>((inner) => ({ not: inner }), plain);
}

function readGroup({ op, rules }: GroupDraft): Condition | undefined {
  const read = rules.map(readCondition);
  const complete = read.filter((one) => one !== undefined);
  if (complete.length === 0 || complete.length < read.length) return undefined;
  return op === 'and' ? { and: complete } : { or: complete };
}

function readRule({ subject, custom_field, op, value, type }: RuleDraft): Condition | undefined {
  if (subject === 'tag') return value.trim() === '' ? undefined : { tag: value };
  if (subject === 'custom_field' && custom_field === '') return undefined;
  const needsValue = !isEmptyTest(op);
  const given = needsValue || type !== undefined ? valueOfType(value, type ?? 'text') : undefined;
  if (needsValue && (given === undefined || value === '')) return undefined;
  const compared = { op, ...(given !== undefined && { value: given }) };
  return (subject === 'custom_field' ? { custom_field, ...compared } : { field: subject, ...compared }) as Condition;
}

function valueOfType(value: string, type: NonNullable<RuleDraft['type']>): string | number | boolean | undefined {
  if (type === 'yes_no') return value === 'true';
  if (type === 'text') return value;
  return value.trim() === '' || !Number.isFinite(Number(value)) ? undefined : Number(value);
}

/** Returns true for a comparison without a value. */
export const isEmptyTest = (op: string): boolean => op === 'is_empty' || op === 'is_not_empty';

/** Returns the comparisons of a condition without those around them, in their order. */
export function leavesOf(condition: Condition): readonly Condition[] {
  if ('not' in condition) return leavesOf(condition.not);
  if ('and' in condition) return condition.and.flatMap(leavesOf);
  return 'or' in condition ? condition.or.flatMap(leavesOf) : [condition];
}

/** Returns a comparison in words, such as `Company contains “Engines”`. */
export function leafText(leaf: Condition): string {
  if ('tag' in leaf) return `has the tag “${leaf.tag}”`;
  if (!('op' in leaf)) return 'a group of rules';
  const subject = 'field' in leaf ? (subjects.find(([name]) => name === leaf.field)?.[1] ?? leaf.field) : `“${leaf.custom_field}”`;
  const op = operators.find(([name]) => name === leaf.op)?.[1] ?? leaf.op;
  return leaf.value === undefined ? `${subject} ${op}` : `${subject} ${op} “${leaf.value}”`;
}
