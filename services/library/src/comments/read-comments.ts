import type { Caller } from '@space/contracts/core';
import { readPage } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import type { CommentedThings, CommentTypes } from './commented-things.ts';
import { type CommentFilter, findComment, listComments } from './comments.queries.ts';
import { requireComment } from './threads.ts';

/** A call about one comment. */
interface CommentCall {
  readonly input: { readonly id: string; readonly comment_id: string };
  readonly caller: Pick<Caller, 'space_id'>;
}

/** A page of comments. */
interface CommentPage<Wire> {
  data: Wire[];
  has_more: boolean;
  next_cursor: string | null;
}

/** Returns the comments on a thing that a call asks for; `about` is a condition on the place of a comment `m`. */
export async function readComments<T extends CommentTypes>(
  database: CommonQueryMethods,
  commented: CommentedThings<T>,
  { input: { id, ...filter }, caller: { space_id: space } }: { input: CommentFilter & { id: string }; caller: Pick<Caller, 'space_id'> },
  about?: FragmentSqlToken,
): Promise<CommentPage<T['wire']>> {
  const thing = await commented.find(database, space, id);
  const page: CommentPage<T['row']> = JSON.parse(await readPage(database, listComments(space, commented.table, id, filter, about)));
  const states = await commented.findStates(thing, page.data);
  return { ...page, data: page.data.map((row) => commented.wire(row, states.get(row.id) ?? null)) };
}

/** Returns a comment as the wire shows it, with the state of its place. Throws `not_found`. */
export async function readComment<T extends CommentTypes>(
  database: CommonQueryMethods,
  commented: CommentedThings<T>,
  call: CommentCall,
): Promise<{ wire: T['wire']; state: T['state'] | null }> {
  const { input, caller } = call;
  const thing = await commented.find(database, caller.space_id, input.id);
  const found = findComment<T['row']>(database, caller.space_id, commented.table, input.id, input.comment_id);
  const row = await requireComment(found, input.comment_id);
  const state = (await commented.findStates(thing, [row])).get(row.id) ?? null;
  return { wire: commented.wire(row, state), state };
}
