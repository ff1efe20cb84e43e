import { history, historyKeymap, indentLess, indentMore, standardKeymap } from '@codemirror/commands';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { editorTheme } from './editor-theme.ts';
import { htmlHighlight } from './html-highlight.ts';

/** Options of an editor: its first text, its name for readers, and what it reports. */
export interface EditorOptions {
  readonly text: string;
  readonly label: string;
  /** Describes the keys to readers. */
  readonly help: string;
  readonly isReadOnly: boolean;
  readonly onChange: (text: string) => void;
  /** Runs for Ctrl or ⌘ with s. */
  readonly onSave: () => void;
  /** Runs for Escape: it takes the focus elsewhere, since Tab indents. */
  readonly onLeave: () => void;
}

/** An editor on the page. */
export interface MountedEditor {
  /** Replaces the text; the change can be undone in the editor. It reports no change. */
  readonly setText: (text: string) => void;
  /** Takes the focus to a line and column, both counted from 1. */
  readonly goTo: (line: number, column: number) => void;
  readonly destroy: () => void;
}

/**
 * Mounts an editor of HTML in a shadow root, so that its styles are adopted style sheets, which the policy of the console allows. Keys stay
 * in the editor: the shortcuts of the console see Ctrl or ⌘ with k only.
 */
export function mountEditor(host: HTMLElement, options: EditorOptions): MountedEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  let isSilent = false;
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        lineNumbers(),
        history(),
        search({ top: true }),
        keymap.of([
          { key: 'Mod-s', preventDefault: true, run: () => call(options.onSave) },
          ...searchKeymap,
          { key: 'Escape', stopPropagation: true, run: () => call(options.onLeave) },
          { key: 'Tab', run: indentMore, shift: indentLess },
          ...historyKeymap,
          ...standardKeymap,
        ]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': options.label, 'aria-description': options.help, spellcheck: 'false' }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged && !isSilent) options.onChange(state.doc.toString());
        }),
        EditorState.readOnly.of(options.isReadOnly),
        EditorView.domEventHandlers({ beforeinput: replaceByText }),
        editorTheme,
        htmlHighlight,
      ],
    }),
  });
  host.addEventListener('keydown', keepKeys);
  return {
    setText(text) {
      isSilent = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      isSilent = false;
    },
    goTo(line, column) {
      const { from, to } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
      view.dispatch({ selection: { anchor: Math.min(from + column - 1, to) }, scrollIntoView: true });
      view.focus();
    },
    destroy() {
      host.removeEventListener('keydown', keepKeys);
      view.destroy();
    },
  };
}

/**
 * Replaces a selection by typed text. The browser would copy the colour of the selection into a style attribute, which the policy of the
 * console blocks.
 */
function replaceByText(event: InputEvent, view: EditorView): boolean {
  const { state } = view;
  if (event.inputType !== 'insertText' || event.data === null || event.isComposing || state.readOnly || state.selection.main.empty)
    return false;
  event.preventDefault();
  view.dispatch(state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true });
  return true;
}

function call(run: () => void): true {
  run();
  return true;
}

function keepKeys(event: KeyboardEvent): void {
  if (!((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k')) event.stopPropagation();
}
