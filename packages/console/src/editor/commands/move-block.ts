import { type Command, type EditorState, NodeSelection, TextSelection } from 'prosemirror-state';

/** Nodes whose children stay in their place: a move takes the node itself. */
const FIXED: ReadonlySet<string> = new Set(['table', 'tableRow', 'tableCell', 'tableHeader', 'details']);

/** The depth of the blocks that a move takes, with the first and the last of them among their siblings. */
interface MovedRange {
  readonly depth: number;
  readonly first: number;
  readonly last: number;
}

/** Returns the blocks that a move takes: an item of a list, a whole table or details, or the selected blocks. */
function movedRange({ selection: { $from, $to } }: EditorState): MovedRange | undefined {
  let depth = $from.sharedDepth($to.pos);
  while (depth > 0 && ($from.node(depth).inlineContent || FIXED.has($from.node(depth).type.name))) depth--;
  if ($from.node(depth).type.name === 'listItem' && $from.index(depth) === 0) depth -= 1;
  if ($from.node(depth).childCount === 0) return undefined;
  return { depth, first: $from.index(depth), last: Math.max($from.index(depth), $to.indexAfter(depth) - 1) };
}

/** Moves the blocks of the selection over the block before (-1) or after (1) them. */
export const moveBlock =
  (direction: -1 | 1): Command =>
  (state, dispatch) => {
    const range = movedRange(state);
    if (!range) return false;
    const { $from } = state.selection;
    const parent = $from.node(range.depth);
    const other = direction < 0 ? range.first - 1 : range.last + 1;
    if (other < 0 || other >= parent.childCount) return false;
    if (!dispatch) return true;
    const start = $from.start(range.depth);
    const offsetOf = (index: number): number => {
      let offset = start;
      for (let child = 0; child < index; child++) offset += parent.child(child).nodeSize;
      return offset;
    };
    const sibling = parent.child(other);
    const shift = direction * sibling.nodeSize;
    // The sibling moves, so that the blocks with the cursor stay as they are in the shared document.
    const tr = state.tr.delete(offsetOf(other), offsetOf(other + 1));
    const target = direction < 0 ? offsetOf(range.last + 1) - sibling.nodeSize : offsetOf(range.first);
    tr.insert(target, sibling);
    const { selection } = state;
    tr.setSelection(
      selection instanceof NodeSelection
        ? NodeSelection.create(tr.doc, selection.from + shift)
        : TextSelection.between(tr.doc.resolve(selection.anchor + shift), tr.doc.resolve(selection.head + shift)),
    );
    dispatch(tr.scrollIntoView());
    return true;
  };
