import type { Node, NodeType, ResolvedPos } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState, Transaction } from 'prosemirror-state';
import { editorSchema } from '../model/editor-schema.ts';

/** The kinds of lists. A task list is a bullet list whose items have a checkbox. */
export type ListKind = 'bullet' | 'ordered' | 'task';

const { bulletList, orderedList, listItem } = editorSchema.nodes as Readonly<Record<string, NodeType>> & {
  readonly bulletList: NodeType;
  readonly orderedList: NodeType;
  readonly listItem: NodeType;
};

/** A list item around a position. */
export interface ListItemPlace {
  readonly item: Node;
  readonly position: number;
  readonly list: Node;
  readonly list_position: number;
}

/** Returns the nearest list item around a position that no table stands between, or undefined. */
export function listItemAt($position: ResolvedPos): ListItemPlace | undefined {
  for (let depth = $position.depth; depth > 0; depth--) {
    const item = $position.node(depth);
    if (item.type.spec.tableRole) return undefined;
    if (item.type === listItem)
      return { item, position: $position.before(depth), list: $position.node(depth - 1), list_position: $position.before(depth - 1) };
  }
  return undefined;
}

/** Returns the kind of the list around the selection, or undefined. */
export function listKindAt({ selection: { $from } }: EditorState): ListKind | undefined {
  const place = listItemAt($from);
  if (!place) return undefined;
  if (place.item.attrs.checked !== null) return 'task';
  return place.list.type === orderedList ? 'ordered' : 'bullet';
}

/** Makes a list of the selected blocks, makes their list another kind, or takes them out of a list of that kind. */
export const toggleList =
  (kind: ListKind): Command =>
  (state, dispatch, view) => {
    const place = listItemAt(state.selection.$from);
    if (place && listKindAt(state) === kind) return liftListItem(listItem)(state, dispatch, view);
    const type = kind === 'ordered' ? orderedList : bulletList;
    const checked = kind === 'task' ? false : null;
    if (place) {
      dispatch?.(convertList(state.tr, place, type, checked));
      return true;
    }
    return wrapInList(type)(
      state,
      dispatch &&
        ((tr) => {
          if (kind === 'task') setChecked(tr, checked);
          dispatch(tr);
        }),
      view,
    );
  };

function convertList(tr: Transaction, { list, list_position }: ListItemPlace, type: NodeType, checked: boolean | null): Transaction {
  tr.setNodeMarkup(list_position, type, { id: list.attrs.id });
  list.forEach((_, offset) => void tr.setNodeAttribute(list_position + 1 + offset, 'checked', checked));
  return tr;
}

/** Gives the items of the list around the selection a checkbox, or takes it away. */
function setChecked(tr: Transaction, checked: boolean | null): void {
  const { $from, $to } = tr.selection;
  tr.doc.nodesBetween($from.pos, $to.pos, (node, position) => {
    if (node.type === listItem) tr.setNodeAttribute(position, 'checked', checked);
  });
}

/** Ticks the task around the selection, or takes its tick away. */
export const toggleTask: Command = (state, dispatch) => {
  const place = listItemAt(state.selection.$from);
  if (!place || place.item.attrs.checked === null) return false;
  dispatch?.(state.tr.setNodeAttribute(place.position, 'checked', !place.item.attrs.checked));
  return true;
};

/** Splits the item around the selection. The second one of a task is a task that is not done. */
export const splitItem: Command = (state, dispatch, view) => {
  const place = listItemAt(state.selection.$from);
  if (!place) return false;
  return splitListItem(listItem, { checked: place.item.attrs.checked === null ? null : false })(state, dispatch, view);
};

/** Takes the item around the selection one level in. */
export const sinkItem: Command = sinkListItem(listItem);

/** Takes the item around the selection one level out. */
export const liftItem: Command = liftListItem(listItem);

/** At the start of the first block of an item: takes the checkbox away, or the item out of its list. */
export const leaveItem: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parentOffset > 0) return false;
  const place = listItemAt($from);
  if (!place || $from.before() !== place.position + 1) return false;
  if (place.item.attrs.checked === null) return liftItem(state, dispatch, view);
  dispatch?.(state.tr.setNodeAttribute(place.position, 'checked', null));
  return true;
};
