import { type EditorState, Plugin, Selection, TextSelection } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { isOwnChange } from './own-change.ts';

/** Returns true if a document has no text and no block but an empty paragraph. */
const isBlank = ({ doc }: EditorState): boolean =>
  doc.childCount === 0 || (doc.childCount === 1 && doc.child(0).type.name === 'paragraph' && doc.child(0).content.size === 0);

/** Adds a paragraph at the end of the document, with the cursor in it. */
function addParagraph(view: EditorView): void {
  const { tr, doc, schema } = view.state;
  const end = doc.content.size;
  tr.insert(end, schema.nodes.paragraph!.create());
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end + 1)).setMeta('addToHistory', false));
}

/**
 * Makes the plugin that always has a place to write: an empty document gets a paragraph when it is focused, a press below the last block adds
 * one, and a blank paragraph shows a hint.
 */
export const placeToWrite = (hint: string): Plugin =>
  new Plugin({
    props: {
      handleDOMEvents: {
        focus(view) {
          if (view.editable && view.state.doc.childCount === 0) addParagraph(view);
          return false;
        },
        mousedown(view, event) {
          const last = view.state.doc.lastChild;
          const element = view.dom.lastElementChild;
          if (!view.editable || event.target !== view.dom || !element || event.clientY <= element.getBoundingClientRect().bottom)
            return false;
          if (last?.type.name === 'paragraph') return false;
          event.preventDefault();
          addParagraph(view);
          view.focus();
          return true;
        },
      },
      decorations(state) {
        if (!isBlank(state) || state.doc.childCount === 0) return null;
        return DecorationSet.create(state.doc, [Decoration.node(0, state.doc.content.size, { class: 'blank', 'data-hint': hint })]);
      },
    },
    appendTransaction(transactions, _, state) {
      if (!isOwnChange(transactions) || state.doc.childCount > 0) return null;
      const tr = state.tr.insert(0, state.schema.nodes.paragraph!.create());
      return tr.setSelection(Selection.atStart(tr.doc));
    },
  });
