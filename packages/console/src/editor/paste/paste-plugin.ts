import { Fragment, Slice } from 'prosemirror-model';
import { Plugin, Selection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { insertEmbed } from '../commands/block-commands.ts';
import { setLink } from '../commands/link-commands.ts';
import { meantAddress } from '../model/meant-address.ts';
import { readSpaceAddress } from '../model/space-address.ts';
import { looksLikeMarkdown } from './looks-like-markdown.ts';
import { pasteFault } from './paste-limits.ts';

/** The type under which copied blocks stand on the clipboard, next to their HTML and text. */
const BLOCKS_TYPE = 'application/x-space-blocks+json';

/** Says that a paste cannot be read. */
export type PasteFailed = (error: unknown) => void;

/** Loads the readers of HTML and Markdown, so that a paste works without a connection. */
export const loadReaders = (): Promise<unknown> => Promise.all([import('./read-html.ts'), import('./read-markdown.ts')]);

/** Returns content as plain text, with a blank line between blocks. */
export const plainTextOf = (content: Fragment): string =>
  content.textBetween(0, content.size, '\n\n', (leaf) =>
    leaf.type.name === 'hardBreak' ? '\n' : (leaf.attrs.label ?? leaf.attrs.alt ?? ''),
  );

function write(view: EditorView, event: ClipboardEvent, isCut: boolean): boolean {
  const { clipboardData } = event;
  const { selection } = view.state;
  if (!clipboardData || selection.empty) return false;
  const slice = selection.content();
  const { dom, text } = view.serializeForClipboard(slice);
  event.preventDefault();
  clipboardData.clearData();
  clipboardData.setData('text/html', dom.innerHTML);
  clipboardData.setData('text/plain', text);
  clipboardData.setData(BLOCKS_TYPE, JSON.stringify(slice.toJSON()));
  if (isCut && view.editable) view.dispatch(view.state.tr.deleteSelection().scrollIntoView().setMeta('uiEvent', 'cut'));
  return true;
}

/** Returns copied blocks, or undefined for data of another schema. */
function readBlocks(view: EditorView, json: string): Slice | undefined {
  try {
    // It validates the names and the attributes.
    return Slice.fromJSON(view.state.schema, JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** Returns the lines of a text as paragraphs. */
function paragraphs(view: EditorView, text: string): Slice {
  const { schema, selection } = view.state;
  const marks = selection.$from.marks();
  const nodes = text
    .split(/(?:\r\n?|\n)+/)
    .map((line) => schema.nodes.paragraph!.create(null, line === '' ? null : schema.text(line, marks)));
  return new Slice(Fragment.from(nodes), 1, 1);
}

/** Makes the change of a paste, or says why it is too large for the document. The service would end live editing at such a change. */
function change(view: EditorView, tr: Transaction, content: Fragment, onFailed: PasteFailed): boolean {
  const fault = pasteFault(tr.doc, content);
  if (fault === undefined) view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
  else onFailed(new Error(fault));
  return fault === undefined;
}

/** Inserts content at the selection. Returns false if it was not. */
function insert(view: EditorView, slice: Slice, onFailed: PasteFailed): boolean {
  if (view.isDestroyed || !view.editable) return false;
  const only = slice.openStart === 0 && slice.openEnd === 0 && slice.content.childCount === 1 ? slice.content.firstChild : null;
  const tr = only ? view.state.tr.replaceSelectionWith(only, false) : view.state.tr.replaceSelection(slice);
  return change(view, tr, slice.content, onFailed);
}

/** Inserts what a clipboard or a drop brings. Returns false for data without text. */
function read(view: EditorView, data: DataTransfer, isPlain: boolean, onFailed: PasteFailed): boolean {
  const { state } = view;
  const text = data.getData('text/plain');
  if (state.selection.$from.parent.type.spec.code) {
    if (text === '') return false;
    const lines = text.replace(/\r\n?/g, '\n');
    change(view, state.tr.insertText(lines), Fragment.from(state.schema.text(lines)), onFailed);
    return true;
  }
  const own = isPlain ? '' : data.getData(BLOCKS_TYPE);
  const blocks = own === '' ? undefined : readBlocks(view, own);
  if (blocks) {
    insert(view, blocks, onFailed);
    return true;
  }
  const one = text.trim();
  if (!isPlain && readSpaceAddress(one)?.path && insertEmbed(one, '')(state, view.dispatch)) return true;
  if (!state.selection.empty && /^(?:https?:|mailto:)\S+$/.test(one) && setLink(meantAddress(one)!)(state, view.dispatch)) return true;
  const html = isPlain ? '' : data.getData('text/html');
  if (html === '' && text === '') return false;
  const isMarkdown = !isPlain && looksLikeMarkdown(text);
  // Editors of code put HTML with colours next to their text.
  const isFromCode = data.types.includes('vscode-editor-data');
  if (html !== '' && !isFromCode) {
    void import('./read-html.ts')
      .then(({ readHtml }) => {
        const { slice, isCut } = readHtml(html, view.state.selection.$from);
        if (insert(view, slice, onFailed) && isCut)
          onFailed(new Error('This paste is too long, so its end is missing. Paste the rest as a second part.'));
      })
      .catch(onFailed);
  } else if (isMarkdown) {
    void import('./read-markdown.ts').then(({ readMarkdown }) => insert(view, readMarkdown(text), onFailed)).catch(onFailed);
  } else insert(view, paragraphs(view, text), onFailed);
  return true;
}

/**
 * Makes the plugin that copies and pastes. The paste of ProseMirror gives text to the browser as markup, which the policy of the console
 * forbids, so that this one comes before it.
 */
export function copyAndPaste(onFailed: PasteFailed): Plugin {
  let isPlain = false;
  return new Plugin({
    props: {
      clipboardTextSerializer: ({ content }) => plainTextOf(content),
      handleDOMEvents: {
        keydown(_, event) {
          isPlain = event.shiftKey && event.key.toLowerCase() === 'v';
          return false;
        },
        copy: (view, event) => write(view, event, false),
        cut: (view, event) => write(view, event, true),
        paste(view, event) {
          event.preventDefault();
          if (view.editable && event.clipboardData) read(view, event.clipboardData, isPlain, onFailed);
          isPlain = false;
          return true;
        },
        drop(view, event) {
          // Blocks of this editor are moved by ProseMirror, which has them as they are.
          if (view.dragging || !event.dataTransfer) return false;
          event.preventDefault();
          const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
          if (!view.editable || !place) return true;
          if (event.dataTransfer.types.includes('Files')) {
            onFailed(new Error('A file cannot be dropped here. Upload it in Files, and insert it with “/picture”.'));
            return true;
          }
          view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(place.pos))));
          read(view, event.dataTransfer, false, onFailed);
          return true;
        },
      },
    },
  });
}
