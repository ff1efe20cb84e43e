import type { QueryClient } from '@tanstack/react-query';
import { spaceClient } from '../../../api/space-client.ts';
import { sayDone } from '../../../parts/toast.tsx';
import { backOffer } from '../../../shell/undo.ts';
import { rereadContents } from '../../contents/acts/change-contents.ts';
import { whiteboardKind } from '../library/whiteboard-kind.ts';

/** The numbers of versions before and after a change of elements. */
interface BoardChange {
  readonly version: number;
  readonly previous_version: number;
}

const offerBack = backOffer((queries, space_id) => rereadContents(whiteboardKind, queries, space_id));

/** Says that a call changed the elements of a whiteboard, and offers the way back. */
export async function offerChangeBack(
  queries: QueryClient,
  space_id: string,
  id: string,
  said: string,
  change: BoardChange,
): Promise<void> {
  const { version, previous_version } = change;
  if (version === previous_version) return sayDone(said);
  await offerBack(queries, space_id, said, () => spaceClient(space_id).whiteboards.revert({ id, version, only: 'change' }));
}

/** Arranges elements of a whiteboard, with a way back. */
export async function arrangeElements(
  queries: QueryClient,
  space_id: string,
  id: string,
  layout: 'grid' | 'rows' | 'layers',
  element_ids: readonly string[],
): Promise<void> {
  const change = await spaceClient(space_id).whiteboards.arrange({ id, layout, element_ids: [...element_ids] });
  await offerChangeBack(queries, space_id, id, 'The elements are arranged.', change);
}
