import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { DOMSerializer } from 'prosemirror-model';
import { EditorState, type Plugin } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import type { BlockChoice } from './commands/block-choices.ts';
import { editorSchema } from './model/editor-schema.ts';
import type { PageRequests } from './mounted-editor.ts';
import { nodeViews, openDetails } from './node-views/node-views.ts';
import type { References } from './node-views/references.ts';
import { copyAndPaste } from './paste/paste-plugin.ts';
import { markdownInput } from './plugins/input-rules.ts';
import { editorKeys } from './plugins/keys.ts';
import { placeToWrite } from './plugins/place-to-write.ts';
import { slashMenu } from './plugins/slash-menu.ts';
import { tables } from './plugins/tables.ts';
import { uniqueIds } from './plugins/unique-ids.ts';

/** The hint of an empty document. */
const HINT = 'Write, or type / for blocks';

/** Returns the plugins of an editor that do not need the shared document. */
export function editingPlugins(requests: PageRequests, onChoose: (choice: BlockChoice, view: EditorView) => void): Plugin[] {
  return [
    copyAndPaste(requests.onFailed),
    slashMenu(onChoose),
    markdownInput(),
    ...editorKeys({
      onLink: () => requests.onDialog('link'),
      onHelp: () => requests.onDialog('keys'),
      onComment: requests.onComment,
      onLeave: requests.onLeave,
      onToolbar: requests.onToolbar,
    }),
    tables(),
    dropCursor({ class: 'drop-place', color: false, width: 2 }),
    gapCursor(),
    placeToWrite(HINT),
    uniqueIds(),
    openDetails(),
  ];
}

/** Options of a view: where it is, its name for readers, and what it knows of addresses. */
export interface ViewOptions {
  readonly host: HTMLElement;
  readonly label: string;
  readonly help: string;
  readonly references: References;
  readonly state: EditorState;
  readonly isEditable: () => boolean;
}

/** Levels of headings in copied HTML are those of the document, without the title of the page. */
const clipboardSerializer = new DOMSerializer(
  { ...DOMSerializer.nodesFromSchema(editorSchema), heading: ({ attrs: { level } }) => [`h${level}`, 0] },
  DOMSerializer.marksFromSchema(editorSchema),
);

/** Creates a view. Links open with Ctrl or ⌘ and a press, and with a press alone where nothing can be changed. */
export function createView({ host, label, help, references, state, isEditable }: ViewOptions): EditorView {
  return new EditorView(host, {
    state,
    editable: isEditable,
    clipboardSerializer,
    nodeViews: nodeViews(references),
    attributes: () => ({
      class: 'doc-text',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      'data-hint': HINT,
      ...(isEditable() ? { 'aria-describedby': help } : { 'aria-readonly': 'true', tabindex: '0' }),
    }),
    handleDOMEvents: {
      click(view, event) {
        const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
        if (!link || !view.dom.contains(link)) return false;
        event.preventDefault();
        if (view.editable && !event.ctrlKey && !event.metaKey) return false;
        references.open(link.getAttribute('href')!);
        return true;
      },
    },
  });
}

/** Returns the state of a document that is only shown. */
export const shownState = (doc: EditorState['doc']): EditorState => EditorState.create({ doc, plugins: [openDetails()] });
