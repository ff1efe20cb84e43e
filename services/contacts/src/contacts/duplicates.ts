import type { Answer, Call } from '@space/bus';
import type { contacts } from '@space/contracts/contacts';
import { decodeCursor, encodeCursor } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { findSummaries, scanDuplicates } from './duplicates.queries.ts';

type Operation = (typeof contacts)['operations']['duplicates'];

/** Answers the groups of contacts that are probably one person, in the order of the key that they share. */
export async function answerDuplicates(database: CommonQueryMethods, { input, caller }: Call<Operation>): Promise<Answer<Operation>> {
  const { by, limit, cursor } = input;
  const after = cursor === undefined ? '' : decodeCursor(cursor, 'text')[0];
  const { groups, next } = await scanDuplicates(database, caller.space_id, by, after, limit + 1);
  const shown = groups.slice(0, limit);
  const end = groups.length > limit ? shown.at(-1)!.key : next;
  const ids = shown.flatMap((group) => group.ids);
  const summaries = new Map((await findSummaries(database, caller.space_id, ids)).map((contact) => [contact.id, contact]));
  return {
    by,
    data: shown.map((group) => ({
      by,
      contact_count: group.count,
      contacts: group.ids.flatMap((id) => summaries.get(id) ?? []),
    })),
    has_more: end !== null,
    next_cursor: end === null ? null : encodeCursor([end]),
  };
}
