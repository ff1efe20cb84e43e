import { type Condition, type ConditionLeaf, MAX_CONDITION_DEPTH, MAX_CONDITION_QUESTIONS } from '@space/contracts/contacts';
import { type FieldError, invalidFields } from '@space/contracts/core';
import { containing, isoTime, sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';

/** Refuses a condition that is too large or asks what cannot be answered, with every fault at once. */
export function refuseUnanswerable(condition: Condition): void {
  const errors: FieldError[] = [];
  let questions = 0;
  const visit = (node: Condition, path: string, depth: number): void => {
    if (depth > MAX_CONDITION_DEPTH)
      errors.push({ path, code: 'too_deep', message: `is nested deeper than ${MAX_CONDITION_DEPTH} levels` });
    else if ('and' in node) for (const [index, child] of node.and.entries()) visit(child, `${path}.and.${index}`, depth + 1);
    else if ('or' in node) for (const [index, child] of node.or.entries()) visit(child, `${path}.or.${index}`, depth + 1);
    else if ('not' in node) visit(node.not, `${path}.not`, depth + 1);
    else {
      questions += 1;
      errors.push(...faultsOf(node, path));
    }
  };
  visit(condition, 'condition', 1);
  if (questions > MAX_CONDITION_QUESTIONS)
    errors.unshift({
      path: 'condition',
      code: 'too_big',
      message: `asks ${questions} questions; at most ${MAX_CONDITION_QUESTIONS} are allowed`,
    });
  if (errors.length > 0) throw invalidFields(errors);
}

const moments: readonly string[] = ['created_at', 'updated_at'];
const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);
/** Moments that both Postgres and the wire can say. */
const EARLIEST = Date.parse('0001-01-02T00:00:00Z');
const LATEST = Date.parse('9999-12-30T00:00:00Z');

function isMoment(value: unknown): boolean {
  if (!Moment.safeParse(value).success) return false;
  const moment = Date.parse(String(value));
  return moment >= EARLIEST && moment <= LATEST;
}

function faultsOf(leaf: ConditionLeaf, path: string): FieldError[] {
  if ('tag' in leaf) return [];
  const valueless = leaf.op === 'is_empty' || leaf.op === 'is_not_empty';
  if (valueless && leaf.value !== undefined)
    return [{ path: `${path}.value`, code: 'unknown_field', message: `is left out for ${leaf.op}` }];
  if (!valueless && leaf.value === undefined) return [{ path: `${path}.value`, code: 'invalid_type', message: `is needed for ${leaf.op}` }];
  if (!('field' in leaf) || !moments.includes(leaf.field) || valueless) return [];
  if (leaf.op === 'contains') return [{ path: `${path}.op`, code: 'invalid_value', message: `cannot be contains for ${leaf.field}` }];
  if (isMoment(leaf.value)) return [];
  return [{ path: `${path}.value`, code: 'invalid_format', message: 'must be a date or an ISO 8601 time with its offset' }];
}

/** The condition as a statement about the row `c` of contacts.contact, never null: `not` is the exact complement. */
export function conditionSql(condition: Condition): FragmentSqlToken {
  if ('and' in condition) return sql.fragment`(${sql.join(condition.and.map(conditionSql), sql.fragment` and `)})`;
  if ('or' in condition) return sql.fragment`(${sql.join(condition.or.map(conditionSql), sql.fragment` or `)})`;
  if ('not' in condition) return sql.fragment`(not ${conditionSql(condition.not)})`;
  if ('tag' in condition)
    return sql.fragment`exists (
      select from contacts.contact_tag as link join contacts.tag on tag.id = link.tag_id
      where link.space_id = c.space_id and link.contact_id = c.id and lower(tag.name) = lower(${condition.tag}))`;
  return sql.fragment`coalesce(${'field' in condition ? fieldSql(condition) : customFieldSql(condition)}, false)`;
}

type FieldLeaf = Extract<ConditionLeaf, { field: string }>;
type Op = FieldLeaf['op'];
type CustomFieldLeaf = Extract<ConditionLeaf, { custom_field: string }>;

function fieldSql({ field, op, value }: FieldLeaf): FragmentSqlToken {
  const column = sql.fragment`${sql.identifier(['c', field])}`;
  if (moments.includes(field) && op !== 'contains')
    return compared(column, op, sql.fragment`${value === undefined ? null : isoTime(Date.parse(String(value)))}::timestamptz`);
  // An email is the same in whatever case it is written (decisions, Contacts).
  if (field === 'email') return comparedAsText(sql.fragment`lower(${column})`, op, String(value).toLowerCase());
  return comparedAsText(column, op, String(value));
}

/** A value of custom_fields: equal when JSON says so; by number when the question is a number, by text otherwise. */
function customFieldSql({ custom_field: key, op, value }: CustomFieldLeaf): FragmentSqlToken {
  const text = sql.fragment`(c.custom_fields ->> ${key}::text)`;
  if (op === 'eq' || op === 'neq')
    return compared(sql.fragment`(c.custom_fields -> ${key}::text)`, op, sql.fragment`${JSON.stringify(value)}::jsonb`);
  if (typeof value !== 'number' || op === 'contains') return comparedAsText(text, op, String(value));
  return sql.fragment`case when ${text} ~ '^-?[0-9]{1,100}([.][0-9]{1,100})?$' then ${compared(sql.fragment`${text}::numeric`, op, sql.fragment`${String(value)}::numeric`)} end`;
}

/** Text is looked through without regard to case and is ordered by code point, the same in every Postgres. */
function comparedAsText(text: FragmentSqlToken, op: Op, value: string): FragmentSqlToken {
  if (op === 'contains') return sql.fragment`lower(${text}) like lower(${containing(value)})`;
  return compared(op === 'gt' || op === 'lt' ? sql.fragment`${text} collate "C"` : text, op, sql.fragment`${value}`);
}

/** One comparison; what is not there differs from every value and is neither more nor less. */
function compared(left: FragmentSqlToken, op: Exclude<Op, 'contains'>, right: FragmentSqlToken): FragmentSqlToken {
  switch (op) {
    case 'eq':
      return sql.fragment`${left} = ${right}`;
    case 'neq':
      return sql.fragment`${left} is distinct from ${right}`;
    case 'gt':
      return sql.fragment`${left} > ${right}`;
    case 'lt':
      return sql.fragment`${left} < ${right}`;
    case 'is_empty':
      return sql.fragment`coalesce(${left}::text, '') = ''`;
    case 'is_not_empty':
      return sql.fragment`coalesce(${left}::text, '') <> ''`;
  }
}
