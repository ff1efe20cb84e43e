import { EditorView } from '@codemirror/view';

const field = { color: 'inherit', backgroundColor: 'var(--card)', border: '1px solid var(--line)', borderRadius: '4px', font: 'inherit' };

/** The look of an editor. Its colours are the tokens of the console, which reach into the shadow root. */
export const editorTheme = EditorView.theme({
  '&': { blockSize: '100%', color: 'var(--ink)', backgroundColor: 'var(--card)', font: '13px / 1.6 var(--mono)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: 'inherit', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', paddingBlock: '8px' },
  '.cm-gutters': { color: 'var(--soft)', backgroundColor: 'var(--shade)', borderInlineEnd: '1px solid var(--faint)' },
  '.cm-content ::selection': { backgroundColor: 'var(--mark)' },
  '.cm-panels': { color: 'var(--ink)', backgroundColor: 'var(--shade)', borderBlockEnd: '1px solid var(--faint)' },
  '.cm-panels input': field,
  '.cm-panels .cm-button': { ...field, backgroundImage: 'none' },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-ground)', outline: '1px solid var(--warn)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--mark)' },
});
