import type { QueryClient } from '@tanstack/react-query';
import type { Arguments } from '../api/send.ts';
import { call } from '../api/space-client.ts';
import { sayDone } from '../parts/toast.tsx';
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
  /** What is said when it is done, such as `“Deals” is renamed.` */
  readonly said: string;
}

/**
 * Changes a thing, makes everything that the console read of its contract stale, and says that it is done. With `before` the change can be
 * undone. Rejects with ApiError; status 412 means that the thing was changed by someone else after it was read.
 */
export async function makeChange(queries: QueryClient, change: Change): Promise<unknown> {
  const { space_id, contract, before, said } = change;
  const { answer, etag } = await patch(change, change.fields, change.etag);
  await queries.invalidateQueries({ queryKey: ['space', space_id, contract] });
  if (before) {
    const undo = async () => {
      await patch(change, before, etag);
      await queries.invalidateQueries({ queryKey: ['space', space_id, contract] });
    };
    pushUndo({ said, undo });
  }
  sayDone(said);
  return answer;
}

async function patch({ space_id, contract, name, path }: Change, fields: Arguments, ifMatch: string | undefined) {
  let etag: string | undefined;
  const answer = await call(
    space_id,
    contract,
    name,
    { ...path, ...fields },
    {
      ...(ifMatch !== undefined && { if_match: ifMatch }),
      onResponse: ({ headers }) => {
        etag = headers.get('etag') ?? undefined;
      },
    },
  );
  return { answer, etag };
}
