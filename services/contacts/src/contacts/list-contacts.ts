import { type Answer, type Call, Json } from '@space/bus';
import type { Condition, contacts } from '@space/contracts/contacts';
import { notFound, type Problem, unresolvedReferences } from '@space/contracts/core';
import { type Database, type PageQuery, readPage } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { findAudienceRule, type Rules, rulesFilter } from '../conditions/audience-rule.queries.ts';
import type { ContactFilter } from '../conditions/condition-sql.ts';
import { assertConditionValid } from '../conditions/validate-condition.ts';
import { findTagIds } from '../tags/tags.queries.ts';
import { findFewContacts } from './few-contacts.queries.ts';
import { type ContactFilters, type ContactList, listContacts, selectPerContact } from './list-contacts-sql.ts';

type Operation = (typeof contacts)['operations']['list'];

/** Filters as calls have them: with names or ids of tags, an audience and a condition. */
type Given<Filters extends ContactFilters> = Omit<Filters, 'tag_ids'> & {
  readonly tags?: readonly string[] | undefined;
  readonly audience_id?: string | undefined;
  readonly condition?: Condition | undefined;
};

/**
 * Returns the query of a list of contacts. A tag that does not exist finds nothing. Throws `invalid` for an invalid condition, and
 * `not_found` for an unknown audience.
 */
export async function contactListQuery(database: Database, space: string, input: Given<ContactList>): Promise<PageQuery> {
  const { condition, tags, audience_id, ...list } = input;
  const found = await resolveFilters(database, space, { condition, tags, audience_id }, (id) => notFound('audience', id));
  // The indexes of tags and fixed lists have the order of creation.
  const few = isByCreation(list) ? undefined : await findFewContacts(database, space, found);
  return listContacts(space, { ...list, tag_ids: found.tag_ids }, filterOf(space, found, few));
}

const isByCreation = ({ sort = '-created_at', since, until }: Pick<ContactList, 'sort' | 'since' | 'until'>): boolean =>
  /^-?created_at$/.test(sort) && since === undefined && until === undefined;

/**
 * Returns the contacts that match the filters in the body of a call. Throws `invalid` for an invalid condition, and `unresolved_reference`
 * for an unknown audience.
 */
export async function matchContacts(database: CommonQueryMethods, space: string, input: Given<ContactFilters>): Promise<ContactFilter> {
  const { condition, tags, audience_id, ...filters } = input;
  const found = await resolveFilters(database, space, { condition, tags, audience_id }, unknownAudience);
  return selectPerContact(space, { ...filters, tag_ids: found.tag_ids }, filterOf(space, found));
}

const unknownAudience = (id: string): Problem =>
  unresolvedReferences([{ path: 'audience_id', noun: 'audience', id, way_out: 'GET /audiences lists those that exist' }]);

async function resolveFilters(
  database: CommonQueryMethods,
  space: string,
  { condition, tags = [], audience_id }: Pick<Given<ContactFilters>, 'condition' | 'tags' | 'audience_id'>,
  unknown: (audience_id: string) => Problem,
) {
  if (condition) assertConditionValid(condition);
  const tag_ids = tags.length > 0 ? await findTagIds(database, space, tags) : [];
  const rule = audience_id === undefined ? undefined : await findAudienceRule(database, space, audience_id);
  if (audience_id !== undefined && !rule) throw unknown(audience_id);
  return { condition, tag_ids, rule, fixed_audience_id: rule?.condition === null ? rule.id : undefined };
}

const filterOf = (space: string, { rule, condition }: Rules, few?: FragmentSqlToken): ContactFilter | undefined =>
  rule || condition || few ? rulesFilter(space, { rule, condition }, few) : undefined;

/** Answers a list of contacts. */
export const answerContactList = async (database: Database, { input, caller }: Call<Operation>): Promise<Answer<Operation>> =>
  new Json(await readPage(database, await contactListQuery(database, caller.space_id, input)));
