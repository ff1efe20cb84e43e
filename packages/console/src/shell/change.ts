import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import type { Arguments } from '../api/send.ts';
import { call } from '../api/space-client.ts';
import { routes } from '../made/routes.ts';
import { sayDone } from '../parts/toast.tsx';
import { decideConflict } from './conflict.tsx';
import { haveSameValues } from './same-values.ts';
import { withConfirmation } from './step-up.tsx';
import { pushUndo } from './undo.ts';

/** A change of a thing by a PATCH of the catalog. */
export interface Change {
  readonly space_id: string;
  readonly contract: string;
  readonly name: string;
  /** Names the thing, such as `{ id }`. */
  readonly path: Arguments;
  /** The new values of the fields that change. */
  readonly fields: Arguments;
  /** The values of the same fields before; with them the change can be undone. */
  readonly before?: Arguments;
  /** The ETag that the change is based on; without one the last change wins. */
  readonly etag?: string | undefined;
  /** Says that it is done, such as `“Deals” is renamed.` */
  readonly said: string;
}

/** A thing as the service answered it. */
interface Version {
  readonly answer: unknown;
  readonly etag: string | undefined;
}

/**
 * Changes a thing, makes everything that the console read of its contract stale, and says that it is done. With `before` the change can be
 * undone. A thing that was changed by someone else meanwhile is shown in both versions: it gets the one that the person chooses, and the
 * answer is the thing as it stays. Rejects with ApiError; status 412 means that the person chose neither.
 */
export async function makeChange(queries: QueryClient, change: Change): Promise<unknown> {
  const { fields, before, etag, said } = change;
  const made = await makeOrDecide(queries, change, fields, before, etag);
  if (!made.isMine) {
    sayDone('Their version stays.');
    return made.answer;
  }
  if (before) pushUndo({ said, undo: () => makeOrDecide(queries, change, before, fields, made.etag) });
  else sayDone(said);
  return made.answer;
}

async function makeOrDecide(
  queries: QueryClient,
  change: Change,
  fields: Arguments,
  before: Arguments | undefined,
  etag: string | undefined,
): Promise<Version & { readonly isMine: boolean }> {
  let base = etag;
  for (;;)
    try {
      const made = await patch(change, fields, base);
      await reread(queries, change);
      return { ...made, isMine: true };
    } catch (error) {
      const read = readOf(change);
      if (!(error instanceof ApiError) || error.status !== 412 || !read) throw error;
      const now = await answerOf(change.space_id, ...read, change.path);
      await reread(queries, change);
      const theirs = now.answer as Arguments;
      if (haveSameValues(fields, theirs)) return { ...now, isMine: true };
      // A change of other fields is no conflict.
      if (!before || !haveSameValues(before, theirs)) {
        const id = String(Object.values(change.path).at(-1));
        const decision = await decideConflict({ space_id: change.space_id, id, mine: fields, theirs });
        if (decision === undefined) throw error;
        if (decision === 'theirs') return { ...now, isMine: false };
      }
      base = now.etag;
    }
}

const reread = (queries: QueryClient, { space_id, contract }: Change): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['space', space_id, contract] });

const patch = ({ space_id, contract, name, path }: Change, fields: Arguments, ifMatch: string | undefined): Promise<Version> =>
  withConfirmation(() => answerOf(space_id, contract, name, { ...path, ...fields }, ifMatch));

async function answerOf(space_id: string, contract: string, name: string, args: Arguments, ifMatch?: string): Promise<Version> {
  let etag: string | undefined;
  const answer = await call(space_id, contract, name, args, {
    ...(ifMatch !== undefined && { if_match: ifMatch }),
    onResponse: ({ headers }) => {
      etag = headers.get('etag') ?? undefined;
    },
  });
  return { answer, etag };
}

/** Returns the names of the contract and the operation that reads what a change changes: a GET of the same path. */
function readOf({ contract, name }: Change): readonly [string, string] | undefined {
  const path = routes[contract]?.[name]?.[1];
  const read = Object.entries(routes[contract] ?? {}).find(([, route]) => route[0] === 'GET' && route[1] === path);
  return read && [contract, read[0]];
}
