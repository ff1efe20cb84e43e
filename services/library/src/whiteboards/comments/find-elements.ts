import { loadPresent } from '../../contents/storage/load-state.ts';
import type { WhiteboardPorts } from '../content/whiteboard-ports.ts';
import { findElementIds } from './commented-elements.queries.ts';
import type { FindElements } from './commented-whiteboards.ts';

/** Returns the function that finds elements of whiteboards. Stored ones may lack changes of a moment ago: those are read from the content. */
export const findElementsOf =
  ({ ports: { database }, boards }: Pick<WhiteboardPorts, 'ports' | 'boards'>): FindElements =>
  async (whiteboard, ids) => {
    const { space_id: space, id, is_stale } = whiteboard;
    if (!is_stale) return new Set(await findElementIds(database, space, id, ids));
    const elements = await boards.run(space, 'read_elements', { state: await loadPresent(database, boards, space, whiteboard) });
    const there = new Set(elements.map((element) => element.id));
    return new Set(ids.filter((one) => there.has(one)));
  };
