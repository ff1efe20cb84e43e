import type { Mark, MarkType } from 'prosemirror-model';
import { type Command, type EditorState, TextSelection } from 'prosemirror-state';
import { editorSchema } from '../model/editor-schema.ts';

const link = editorSchema.marks.link as MarkType;

/** A link around the selection: its address and where its text is. */
export interface LinkPlace {
  readonly href: string;
  readonly from: number;
  readonly to: number;
}

/** Returns the link that the cursor is in or that the selection begins in, or undefined. */
export function linkAt({ selection: { $from } }: EditorState): LinkPlace | undefined {
  const { parent } = $from;
  if (!parent.inlineContent) return undefined;
  const markOf = (index: number): Mark | undefined =>
    index >= 0 && index < parent.childCount ? link.isInSet(parent.child(index).marks) : undefined;
  let first = $from.index();
  let mark = markOf(first);
  if (!mark && $from.textOffset === 0) {
    first -= 1;
    mark = markOf(first);
  }
  if (!mark) return undefined;
  let last = first;
  while (markOf(first - 1)?.eq(mark)) first -= 1;
  while (markOf(last + 1)?.eq(mark)) last += 1;
  let from = $from.start();
  for (let index = 0; index < first; index++) from += parent.child(index).nodeSize;
  let to = from;
  for (let index = first; index <= last; index++) to += parent.child(index).nodeSize;
  return { href: mark.attrs.href ?? '', from, to };
}

/** Makes the selection a link, changes the link around the cursor, or inserts the address as a link. */
export const setLink =
  (href: string): Command =>
  (state, dispatch) => {
    const place = linkAt(state);
    const { selection, tr } = state;
    const mark = link.create({ href });
    if (!selection.empty) tr.removeMark(selection.from, selection.to, link).addMark(selection.from, selection.to, mark);
    else if (place) tr.removeMark(place.from, place.to, link).addMark(place.from, place.to, mark);
    else {
      tr.insert(selection.from, editorSchema.text(href, [mark, ...selection.$from.marks()]));
      tr.setSelection(TextSelection.create(tr.doc, selection.from + href.length));
    }
    dispatch?.(tr.removeStoredMark(link).scrollIntoView());
    return true;
  };

/** Takes the link around the cursor away, or all links of the selection. */
export const removeLink: Command = (state, dispatch) => {
  const place = linkAt(state);
  const { from, to, empty } = state.selection;
  if (empty && !place) return false;
  dispatch?.(empty ? state.tr.removeMark(place!.from, place!.to, link) : state.tr.removeMark(from, to, link));
  return true;
};
