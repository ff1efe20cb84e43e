import type { Condition } from '@space/contracts/contacts';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { allContacts, type ContactFilter, conditionsSql } from './condition-sql.ts';

/** The rule of an audience: its condition, or null if it has a fixed list. */
export interface AudienceRule {
  readonly id: string;
  readonly condition: Condition | null;
}

const Rule = z.object({ id: z.string(), condition: z.string().nullable() });

/** Returns the rule of an audience; undefined if the Space does not have it. */
export async function findAudienceRule(database: CommonQueryMethods, space: string, id: string): Promise<AudienceRule | undefined> {
  const found = await database.maybeOne(sql.type(Rule)`
    select a.id, a.condition::text as condition from contacts.audience as a where a.space_id = ${space} and a.id = ${id}`);
  if (!found) return undefined;
  return { id, condition: found.condition === null ? null : (JSON.parse(found.condition) as Condition) };
}

/** The filters that read contacts one by one: an audience and a condition. */
export interface Rules {
  readonly rule?: AudienceRule | undefined;
  readonly condition?: Condition | undefined;
}

/** Returns the filter of contacts that are in an audience and meet a condition, where these are given. `source` is a select of contacts. */
export function rulesFilter(space: string, { rule, condition }: Rules, source = allContacts): ContactFilter {
  const given = [rule?.condition, condition].filter((each) => each != null);
  const { from, conditions } = conditionsSql(space, given, source);
  const isListed =
    rule?.condition === null
      ? [
          sql.fragment`exists (select from contacts.audience_contact as member where member.audience_id = ${rule.id} and member.contact_id = c.id)`,
        ]
      : [];
  return { from, where: sql.fragment`${sql.join([sql.fragment`true`, ...isListed, ...conditions], sql.fragment` and `)}` };
}
