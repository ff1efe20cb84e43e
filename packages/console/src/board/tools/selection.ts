import { type Box, boxAround, elementBox } from '@space/board/live';
import type { BoardElement } from '@space/contracts/whiteboard-elements';
import type { BoardElements } from '../model/board-elements.ts';

/** Returns ids with those of the groups of their elements. */
export function withGroups({ list, byId }: BoardElements, ids: Iterable<string>): ReadonlySet<string> {
  const chosen = new Set(ids);
  const groups = new Set([...chosen].map((id) => byId.get(id)?.group_id).filter((group) => typeof group === 'string'));
  for (const { id, group_id } of list) if (group_id !== null && groups.has(group_id)) chosen.add(id);
  return chosen;
}

/** Returns ids with those of what is in their frames, and in the frames there. */
export function withContents({ list }: BoardElements, ids: Iterable<string>): ReadonlySet<string> {
  const inside = Map.groupBy(list, ({ frame_id }) => frame_id);
  const all = new Set(ids);
  // A set also gives the ids that are added while it is read.
  for (const id of all) for (const member of inside.get(id) ?? []) all.add(member.id);
  return all;
}

/** Returns the selection after a press on an element: alone, or with `isAdding` with the others or without it. */
export function pressElement(elements: BoardElements, selected: ReadonlySet<string>, id: string, isAdding: boolean): ReadonlySet<string> {
  const pressed = withGroups(elements, [id]);
  if (!isAdding) return selected.has(id) ? selected : pressed;
  return selected.has(id) ? new Set([...selected].filter((one) => !pressed.has(one))) : new Set([...selected, ...pressed]);
}

/** Returns the selected elements from bottom to top. */
export const selectedElements = ({ list }: BoardElements, selected: ReadonlySet<string>): BoardElement[] =>
  list.filter(({ id }) => selected.has(id));

/** Returns the box around elements, or undefined for none. */
export const boxOfElements = (elements: readonly BoardElement[]): Box | undefined => boxAround(elements.map(elementBox)) ?? undefined;
