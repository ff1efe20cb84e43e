import { type Answer, type Call, Json } from '@space/bus';
import type { Condition, contacts } from '@space/contracts/contacts';
import { type Database, type PageQuery, readPage } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { type ContactFilter, conditionFilter } from '../conditions/condition-sql.ts';
import { assertConditionValid } from '../conditions/validate-condition.ts';
import { findTagIds } from '../tags/tags.queries.ts';
import { type ContactFilters, type ContactList, listContacts, selectPerContact } from './list-contacts-sql.ts';

type Operation = (typeof contacts)['operations']['list'];

/** Filters as calls have them: with names of tags, and a condition. */
type Given<Filters extends ContactFilters> = Omit<Filters, 'tag_ids'> & {
  readonly tags?: readonly string[] | undefined;
  readonly condition?: Condition | undefined;
};

/** Returns the query of a list of contacts. A tag that does not exist finds nothing. Throws `invalid` for an invalid condition. */
export async function contactListQuery(database: Database, space: string, input: Given<ContactList>): Promise<PageQuery> {
  const { condition, tags, ...list } = input;
  const { tag_ids, filter } = await resolveFilters(database, space, { condition, tags });
  return listContacts(space, { ...list, tag_ids }, filter);
}

/** Returns the contacts that match the filters of a call. A tag that does not exist finds nothing. Throws `invalid` for an invalid condition. */
export async function matchContacts(database: CommonQueryMethods, space: string, input: Given<ContactFilters>): Promise<ContactFilter> {
  const { condition, tags, ...filters } = input;
  const { tag_ids, filter } = await resolveFilters(database, space, { condition, tags });
  return selectPerContact(space, { ...filters, tag_ids }, filter);
}

async function resolveFilters(
  database: CommonQueryMethods,
  space: string,
  { condition, tags = [] }: Pick<Given<ContactFilters>, 'condition' | 'tags'>,
) {
  if (condition) assertConditionValid(condition);
  const tag_ids = tags.length > 0 ? await findTagIds(database, space, tags) : [];
  return { tag_ids, filter: condition && conditionFilter(space, condition) };
}

/** Answers a list of contacts. */
export const answerContactList = async (database: Database, { input, caller }: Call<Operation>): Promise<Answer<Operation>> =>
  new Json(await readPage(database, await contactListQuery(database, caller.space_id, input)));
