import { type duplicateRules, MAX_DUPLICATE_CONTACTS, MAX_SCANNED_CONTACTS } from '@space/contracts/contacts';
import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';

type Rule = (typeof duplicateRules)[number];

/** The key that the contacts of a group share: the expression of an index. */
const keyOf: Readonly<Record<Rule, FragmentSqlToken>> = {
  email: sql.fragment`contacts.match_email(c.email)`,
  phone: sql.fragment`contacts.match_phone(c.phone)`,
  name: sql.fragment`contacts.match_person(c.name, c.company)`,
};

/** The condition of the index by name: it holds for each contact, and only a statement that has it uses the index. */
const ofIndex: Readonly<Partial<Record<Rule, FragmentSqlToken>>> = { name: sql.fragment`and c.name <> ''` };

const Group = z.object({ key: z.string(), count: z.number(), ids: z.array(z.string()) });

const Scan = z.object({
  groups: z.array(Group),
  /** The key after which the next scan starts; null if this one reached the end. */
  next: z.string().nullable(),
});

/**
 * Returns the first groups of contacts with the same key after `after`. It reads at most `MAX_SCANNED_CONTACTS` contacts in the
 * order of the index. The last key that it read may have more contacts, so it is left to the next scan, unless it is the only one.
 */
export const scanDuplicates = (database: CommonQueryMethods, space: string, rule: Rule, after: string, limit: number) =>
  database.one(sql.type(Scan)`
    with scanned as materialized (
      select ${keyOf[rule]} as key, c.id from contacts.contact as c
      where c.space_id = ${space} ${ofIndex[rule] ?? sql.fragment``} and ${keyOf[rule]} > ${after} order by 1, 2 limit ${MAX_SCANNED_CONTACTS}
    ),
    bounds as (select count(*) = ${MAX_SCANNED_CONTACTS} as is_full, min(key) as first, max(key) as last from scanned),
    complete as (
      select key, count(*) as count, array_agg(id order by id) as ids from scanned, bounds
      where not is_full or key < last or first = last group by key
    )
    select
      coalesce((select json_agg(found order by found.key) from (
        select key, count, ids[1:${MAX_DUPLICATE_CONTACTS}] as ids from complete where count > 1 order by key limit ${limit}) as found), '[]') as groups,
      case when (select is_full from bounds) then (select max(key) from complete) end as next`);

const Summary = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});

/** Returns the short fields of contacts. */
export const findSummaries = (database: CommonQueryMethods, space: string, ids: readonly string[]) =>
  database.any(sql.type(Summary)`
    select id, name, email, phone, company, ${wireTime(sql.fragment`created_at`)} as created_at, ${wireTime(sql.fragment`updated_at`)} as updated_at
    from contacts.contact where space_id = ${space} and id = any(${sql.array([...ids], 'text')})`);
