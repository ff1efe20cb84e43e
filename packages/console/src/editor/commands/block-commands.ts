import { lift, setBlockType, wrapIn } from 'prosemirror-commands';
import type { Attrs, Node, NodeType } from 'prosemirror-model';
import { type Command, type EditorState, NodeSelection, Selection, TextSelection } from 'prosemirror-state';
import { editorSchema } from '../model/editor-schema.ts';

/** Returns a node type of the schema. */
const typeOf = (name: string): NodeType => editorSchema.nodes[name]!;

/** A node around the selection, with its position. */
export interface NodePlace {
  readonly node: Node;
  readonly position: number;
}

/** Returns the nearest node of a type around the selection, or the selected node itself. */
export function nodeAround({ selection }: EditorState, name: string): NodePlace | undefined {
  if (selection instanceof NodeSelection && selection.node.type.name === name) return { node: selection.node, position: selection.from };
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type.name === name) return { node: $from.node(depth), position: $from.before(depth) };
  return undefined;
}

/** Makes the selected lines paragraphs, headings of a level, or code. */
export const setTextBlock = (name: 'paragraph' | 'heading' | 'codeBlock', attrs: Attrs = {}): Command => setBlockType(typeOf(name), attrs);

/** Puts the selected blocks in a quote or a callout, or takes them out of it. */
export const toggleWrap =
  (name: 'blockquote' | 'callout', attrs: Attrs = {}): Command =>
  (state, dispatch, view) =>
    nodeAround(state, name) ? lift(state, dispatch, view) : wrapIn(typeOf(name), attrs)(state, dispatch);

/** Changes an attribute of the nearest node of a type. */
export const setAttribute =
  (type: string, attribute: string, value: string | number | boolean | null): Command =>
  (state, dispatch) => {
    const place = nodeAround(state, type);
    if (!place) return false;
    const tr = state.tr.setNodeAttribute(place.position, attribute, value);
    if (state.selection instanceof NodeSelection) tr.setSelection(NodeSelection.create(tr.doc, place.position));
    dispatch?.(tr);
    return true;
  };

/** Returns true for a paragraph without content. */
const isEmptyParagraph = (node: Node): boolean => node.type.name === 'paragraph' && node.content.size === 0;

/**
 * Inserts a block in place of the empty paragraph with the cursor, or after the block with the cursor. The cursor goes into the block, or
 * into a paragraph after one that takes no text.
 */
export const insertBlock =
  (block: Node): Command =>
  (state, dispatch) => {
    const { $from } = state.selection;
    let depth = state.selection instanceof NodeSelection ? $from.depth : $from.depth - 1;
    const takes = (at: number): boolean => $from.node(at).canReplaceWith($from.index(at), $from.index(at), block.type);
    while (depth > 0 && !takes(depth)) depth--;
    if (depth < 0 || !takes(depth)) return false;
    if (!dispatch) return true;
    const isReplaced = depth === $from.depth - 1 && isEmptyParagraph($from.parent);
    const from = isReplaced
      ? $from.before()
      : depth < $from.depth || state.selection instanceof NodeSelection
        ? afterChild(state, depth)
        : $from.pos;
    const tr = state.tr.replaceWith(from, isReplaced ? $from.after() : from, block);
    const end = from + block.nodeSize;
    if (block.isAtom || block.type.name === 'horizontalRule') {
      const next = tr.doc.resolve(end).nodeAfter;
      if (!next?.isTextblock) tr.insert(end, typeOf('paragraph').create());
      tr.setSelection(TextSelection.create(tr.doc, end + 1));
    } else tr.setSelection(Selection.near(tr.doc.resolve(from + 1)));
    dispatch(tr.scrollIntoView());
    return true;
  };

function afterChild({ selection }: EditorState, depth: number): number {
  return selection instanceof NodeSelection && selection.$from.depth === depth ? selection.to : selection.$from.after(depth + 1);
}

/** Inserts a line between blocks. */
export const insertRule: Command = (state, dispatch) => insertBlock(typeOf('horizontalRule').create())(state, dispatch);

/** Inserts details with an empty summary. */
export const insertDetails: Command = (state, dispatch) =>
  insertBlock(
    typeOf('details').create({ open: true }, [
      typeOf('detailsSummary').create(),
      typeOf('detailsContent').create(null, typeOf('paragraph').create()),
    ]),
  )(state, dispatch);

/** Inserts a card of a thing of the Space. */
export const insertEmbed = (href: string, label: string): Command => insertBlock(typeOf('embed').create({ href, label: label || null }));

/** Inserts a picture at the cursor. */
export const insertImage =
  (src: string, alt: string): Command =>
  (state, dispatch) => {
    const image = typeOf('image').create({ src, alt: alt || null });
    const { $from } = state.selection;
    if (!$from.parent.inlineContent || $from.parent.type.spec.code)
      return insertBlock(typeOf('paragraph').create(null, image))(state, dispatch);
    dispatch?.(state.tr.replaceSelectionWith(image, false).scrollIntoView());
    return true;
  };

/** Deletes the block with the cursor: the selected node, or the nearest node of a type. */
export const deleteNode =
  (type: string): Command =>
  (state, dispatch) => {
    const place = nodeAround(state, type);
    if (!place) return false;
    dispatch?.(state.tr.delete(place.position, place.position + place.node.nodeSize).scrollIntoView());
    return true;
  };

/** In the summary of details: takes the cursor to their content. */
export const leaveSummary: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if ($from.parent.type.name !== 'detailsSummary') return false;
  if (empty) dispatch?.(state.tr.setSelection(Selection.near(state.doc.resolve($from.after() + 1))).scrollIntoView());
  return true;
};

/** In the empty last paragraph of details or a callout: takes it out, after them. */
export const leaveContainer: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || !isEmptyParagraph($from.parent) || $from.depth < 2) return false;
  const container = $from.node(-1);
  const isLast = $from.index(-1) === container.childCount - 1 && container.childCount > 1;
  if (!isLast || !['detailsContent', 'callout', 'blockquote'].includes(container.type.name)) return false;
  if (!dispatch) return true;
  const after = $from.after(container.type.name === 'detailsContent' ? -2 : -1);
  const tr = state.tr.delete($from.before(), $from.after());
  const target = tr.mapping.map(after);
  tr.insert(target, typeOf('paragraph').create());
  dispatch(tr.setSelection(TextSelection.create(tr.doc, target + 1)).scrollIntoView());
  return true;
};
