import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { htmlTokens, type TokenKind } from './html-tokens.ts';

/** Characters before the screen that are read, so that a comment or style that begins there is recognised. */
const CONTEXT = 20_000;

const marks: Readonly<Record<TokenKind, Decoration>> = {
  comment: Decoration.mark({ class: 'tok-comment' }),
  tag: Decoration.mark({ class: 'tok-tag' }),
  name: Decoration.mark({ class: 'tok-name' }),
  value: Decoration.mark({ class: 'tok-value' }),
  entity: Decoration.mark({ class: 'tok-entity' }),
};

function decorate({ state, viewport }: EditorView): DecorationSet {
  const start = state.doc.lineAt(Math.max(0, viewport.from - CONTEXT)).from;
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to, kind } of htmlTokens(state.sliceDoc(start, viewport.to)))
    if (start + to > viewport.from) builder.add(start + from, start + to, marks[kind]);
  return builder.finish();
}

class Highlight {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = decorate(view);
  }

  update({ docChanged, viewportChanged, view }: ViewUpdate): void {
    if (docChanged || viewportChanged) this.decorations = decorate(view);
  }
}

/** Colours the HTML on the screen. It reads no more than that and what stands shortly before, so that a long document stays fast. */
export const htmlHighlight: Extension = [
  ViewPlugin.fromClass(Highlight, { decorations: ({ decorations }) => decorations }),
  EditorView.baseTheme({
    '.tok-comment': { color: 'var(--soft)', fontStyle: 'italic' },
    '.tok-tag': { color: 'var(--accent)' },
    '.tok-name': { color: 'var(--warn)' },
    '.tok-value': { color: 'var(--good)' },
    '.tok-entity': { color: 'var(--bad)' },
  }),
];
