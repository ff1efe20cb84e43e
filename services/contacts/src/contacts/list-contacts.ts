import { type Answer, type Call, Json } from '@space/bus';
import type { Condition, contacts } from '@space/contracts/contacts';
import { type Database, type PageQuery, readPage } from '@space/database';
import { conditionFilter } from '../conditions/condition-sql.ts';
import { assertConditionValid } from '../conditions/validate-condition.ts';
import { findTagIds } from '../tags/tags.queries.ts';
import { type ContactList, listContacts } from './list-contacts-sql.ts';

type Operation = (typeof contacts)['operations']['list'];

/** The paging, filters and order of a call that lists contacts. */
type ListInput = Omit<ContactList, 'tag_ids'> & {
  readonly tags?: readonly string[] | undefined;
  readonly condition?: Condition | undefined;
};

/** Returns the query of a list of contacts. A tag that does not exist finds nothing. Throws `invalid` for an invalid condition. */
export async function contactListQuery(database: Database, space: string, input: ListInput): Promise<PageQuery> {
  const { condition, tags = [], ...list } = input;
  if (condition) assertConditionValid(condition);
  const tag_ids = tags.length > 0 ? await findTagIds(database, space, tags) : [];
  return listContacts(space, { ...list, tag_ids }, condition && conditionFilter(space, condition));
}

/** Answers a list of contacts. */
export const answerContactList = async (database: Database, { input, caller }: Call<Operation>): Promise<Answer<Operation>> =>
  new Json(await readPage(database, await contactListQuery(database, caller.space_id, input)));
