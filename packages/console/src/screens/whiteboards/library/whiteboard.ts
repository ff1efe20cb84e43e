import type { SpaceClient } from '../../../api/space-client.ts';
import { spaceClient } from '../../../api/space-client.ts';
import { contentsKey } from '../../contents/library/content.ts';
import { whiteboardKind } from './whiteboard-kind.ts';

/** A whiteboard as it is read, without its elements. */
export type Whiteboard = Awaited<ReturnType<SpaceClient['whiteboards']['get']>>;

/** Returns the query of the updates that make a whiteboard as it is stored. */
export const updatesQuery = (space_id: string, id: string) => ({
  queryKey: [...contentsKey(space_id, whiteboardKind), 'updates', { id }],
  async queryFn({ signal }: { readonly signal: AbortSignal }): Promise<readonly Uint8Array[]> {
    const updates: Uint8Array[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const part: Awaited<ReturnType<SpaceClient['whiteboard_live']['updates']>> = await spaceClient(space_id).whiteboard_live.updates(
        { id, after },
        { signal },
      );
      updates.push(...part.updates.map(({ update_base64 }) => Uint8Array.fromBase64(update_base64)));
      after = part.next_after;
    }
    return updates;
  },
});
