import { EditorState, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { ySyncPlugin } from 'y-prosemirror';
import type { LiveOptions } from '../live-editing/live-content.ts';
import { otherPeople } from '../live-editing/other-people.ts';
import { whenIdle } from '../parts/when-idle.ts';
import { actOf } from './commands/acts.ts';
import type { BlockChoice } from './commands/block-choices.ts';
import { createView, editingPlugins, shownState } from './create-view.ts';
import { haveSameFacts, selectionFacts } from './facts.ts';
import { type LiveDocument, openLiveDocument } from './live-document.ts';
import { type BlockJson, blocksToDoc } from './model/blocks-to-doc.ts';
import { placeOfSelection, rangeOfPlace } from './model/comment-place.ts';
import { editorSchema } from './model/editor-schema.ts';
import { type OutlineEntry, outlineOf } from './model/outline.ts';
import type { EditorFacts, MountedEditor, OpenSlashMenu, PageRequests } from './mounted-editor.ts';
import { updateTicks } from './node-views/item-view.ts';
import type { References } from './node-views/references.ts';
import { loadReaders, plainTextOf } from './paste/paste-plugin.ts';
import { otherCursors } from './plugins/cursors.ts';
import { ownUndo } from './plugins/own-undo.ts';
import { chooseSlash, slashMenuOf, typeSlash } from './plugins/slash-menu.ts';

/** Options that every document on the page has. */
export interface DocumentOptions {
  readonly host: HTMLElement;
  /** The name of the text for readers. */
  readonly label: string;
  /** The id of the element that describes the keys. */
  readonly help: string;
  readonly references: References;
  readonly requests: PageRequests;
}

/** Shows blocks that cannot be changed. */
export function showBlocks(options: DocumentOptions, blocks: readonly BlockJson[]): MountedEditor {
  const { doc, left_out } = blocksToDoc(editorSchema, blocks);
  const view = createView({ ...options, state: shownState(doc), isEditable: () => false });
  return handleOf(
    view,
    undefined,
    () => ({ people: [], left_out }),
    () => undefined,
  );
}

/** Opens a document live. The text appears when the document of the service is here. */
export function editDocument(options: DocumentOptions, live: LiveOptions): MountedEditor {
  const shared = openLiveDocument(live);
  return mountLive(options, shared);
}

function mountLive(options: DocumentOptions, shared: LiveDocument): MountedEditor {
  const { requests } = options;
  const onChoose = (choice: BlockChoice, target: EditorView): void => {
    if (choice.run) choice.run(target.state, target.dispatch, target);
    else requests.onDialog(choice.id as 'image' | 'embed');
  };
  let canWrite = false;
  let isHeld = false;
  const isEditable = (): boolean => canWrite && !isHeld;
  const emptyState = EditorState.create({ schema: editorSchema });
  const view = createView({ ...options, state: emptyState, isEditable });
  let isBound = false;

  function follow(): void {
    const { isSynced, phase, reason, mayWrite } = shared.getState();
    if (isSynced && !isBound && phase !== 'ended') {
      isBound = true;
      // Blocks ask whether they can be changed when they are made.
      canWrite = mayWrite;
      view.updateState(
        EditorState.create({
          schema: editorSchema,
          plugins: [
            ySyncPlugin(shared.fragment),
            ownUndo(shared.fragment),
            otherCursors(shared.awareness),
            ...editingPlugins(requests, onChoose),
          ],
        }),
      );
      if (mayWrite) whenIdle(() => loadReaders().catch(() => undefined));
    }
    // The binding would delete what it does not know, so it ends before it reads the change. Only then the text loses the focus.
    if (reason === 'old_editor' && isBound) {
      isBound = false;
      view.updateState(shownState(view.state.doc));
    }
    canWrite = mayWrite;
    view.setProps({});
    updateTicks(view);
  }
  const stop = shared.subscribe(follow);
  follow();

  const handle = handleOf(view, shared, () => ({ people: otherPeople(shared.awareness), left_out: 0 }), onChoose);
  return {
    ...handle,
    hold(next) {
      if (next === isHeld || view.isDestroyed) return;
      isHeld = next;
      // The view reads again whether it can be changed, and so do the parts around it.
      view.dispatch(view.state.tr);
      updateTicks(view);
    },
    destroy() {
      stop();
      handle.destroy();
      shared.destroy();
    },
  };
}

/** Returns the handle of a view, which knows its facts after each transaction. */
function handleOf(
  view: EditorView,
  shared: LiveDocument | undefined,
  rest: () => Pick<EditorFacts, 'people' | 'left_out'>,
  onChoose: (choice: BlockChoice, view: EditorView) => void,
): MountedEditor {
  const listeners = new Set<() => void>();
  let outlined: { readonly doc: EditorState['doc']; readonly entries: readonly OutlineEntry[] } | undefined;
  const outline = (): readonly OutlineEntry[] => {
    if (outlined?.doc !== view.state.doc) outlined = { doc: view.state.doc, entries: outlineOf(view.state.doc) };
    return outlined.entries;
  };
  const read = (): EditorFacts => ({
    selection: selectionFacts(view.state),
    outline: outline(),
    slash: openMenu(view),
    isEditable: view.editable,
    ...rest(),
  });
  let facts = read();
  function refresh(): void {
    const next = read();
    if (!haveSameFacts(next, facts)) facts = next;
    for (const listener of listeners) listener();
  }
  view.setProps({
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction));
      refresh();
    },
  });
  const stopLive = shared?.subscribe(refresh);
  shared?.awareness.on('change', refresh);
  // The menu of blocks stands at the cursor, which scrolls with the page.
  addEventListener('scroll', onScroll, { passive: true, capture: true });
  function onScroll(): void {
    if (facts.slash) refresh();
  }
  function apply(act: string, ...values: string[]): void {
    actOf(act, values)?.(view.state, view.dispatch, view);
    refresh();
  }
  return {
    getFacts: () => facts,
    getLive: () => shared?.getState(),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    run(act, ...values) {
      view.focus();
      apply(act, ...values);
    },
    apply,
    openSlash() {
      view.focus();
      typeSlash(view.state, view.dispatch, view);
    },
    choose: (choice) => chooseSlash(view, choice, onChoose),
    focus: () => view.focus(),
    hold: () => undefined,
    getText: () => plainTextOf(view.state.doc.content),
    goTo(position) {
      const element = view.nodeDOM(position);
      if (element instanceof HTMLElement) element.scrollIntoView({ block: 'start', behavior: 'auto' });
      goToText(view, position);
    },
    getPlace: () => placeOfSelection(view.state),
    showPlace(block_id, quote) {
      const range = rangeOfPlace(view.state.doc, { block_id, quote });
      if (range) select(view, range);
      return range !== undefined;
    },
    destroy() {
      removeEventListener('scroll', onScroll, { capture: true });
      shared?.awareness.off('change', refresh);
      stopLive?.();
      listeners.clear();
      view.destroy();
    },
  };
}

function goToText(view: EditorView, position: number): void {
  const { tr, doc } = view.state;
  if (position >= doc.content.size) return;
  view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(position + 1))));
  view.focus();
}

/** Selects a range, takes the focus to it, and shows it in the middle of the window. */
function select(view: EditorView, { from, to }: { readonly from: number; readonly to: number }): void {
  const { tr, doc } = view.state;
  view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(from), doc.resolve(to))));
  view.focus();
  const { node, offset } = view.domAtPos(view.state.selection.from);
  if (!view.editable) {
    // The view leaves the focus and the selection of a text that cannot be changed to the browser.
    view.dom.focus({ preventScroll: true });
    const end = view.domAtPos(view.state.selection.to);
    view.dom.ownerDocument.getSelection()?.setBaseAndExtent(node, offset, end.node, end.offset);
  }
  (node instanceof Element ? node : node.parentElement)?.scrollIntoView({ block: 'center', behavior: 'auto' });
}

function openMenu(view: EditorView): OpenSlashMenu | undefined {
  const menu = slashMenuOf(view.state);
  if (!menu || !view.editable) return undefined;
  const { left, top, bottom } = view.coordsAtPos(menu.from);
  return { choices: menu.choices, index: menu.index, left, top, bottom };
}
