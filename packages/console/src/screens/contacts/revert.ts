import type { QueryClient } from '@tanstack/react-query';
import { spaceClient } from '../../api/space-client.ts';
import { sayDone } from '../../parts/toast.tsx';
import { pushUndo } from '../../shell/undo.ts';

/** Makes the reads of contacts, tags and audiences stale. */
export const rereadContacts = async (queries: QueryClient, space_id: string): Promise<void> => {
  await Promise.all(['contacts', 'tags', 'audiences'].map((name) => queries.invalidateQueries({ queryKey: ['space', space_id, name] })));
};

/** Says what a change of many contacts did, and offers to revert it. A change without an id cannot be reverted. */
export async function offerRevert(queries: QueryClient, space_id: string, said: string, change_id: string | null): Promise<void> {
  await rereadContacts(queries, space_id);
  if (change_id === null) return sayDone(said);
  pushUndo({
    said,
    undo: async () => {
      await spaceClient(space_id).contacts.revert_bulk({ change_id });
      await rereadContacts(queries, space_id);
    },
  });
}
