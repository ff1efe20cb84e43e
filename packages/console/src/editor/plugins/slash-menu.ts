import { type Command, type EditorState, Plugin, PluginKey, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { ySyncPluginKey } from 'y-prosemirror';
import { type BlockChoice, filterChoices } from '../commands/block-choices.ts';
import { SLASH_LIST_ID, slashOptionId } from './slash-ids.ts';

/** An open menu of blocks: where its text is, what it offers, and which offer is marked. */
export interface SlashMenu {
  readonly from: number;
  readonly to: number;
  readonly choices: readonly BlockChoice[];
  readonly index: number;
}

interface SlashState {
  readonly menu: SlashMenu | undefined;
  /** The text that a person closed the menu on; it stays closed until another slash is typed. */
  readonly closed: boolean;
}

const slashKey = new PluginKey<SlashState>('slash');

/** A slash at the start of a block or after a space, and the words after it. */
const SLASH = /(?:^|\s)\/([\p{L}\p{N} ]{0,24})$/u;

/** Returns the open menu, or undefined. */
export const slashMenuOf = (state: EditorState): SlashMenu | undefined => slashKey.getState(state)?.menu;

function read(state: EditorState): SlashMenu | undefined {
  const { $from, empty } = state.selection;
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return undefined;
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 40), $from.parentOffset, undefined, '\ufffc');
  const match = SLASH.exec(before);
  if (!match) return undefined;
  const choices = filterChoices(match[1]!, state);
  return choices.length === 0 ? undefined : { from: $from.pos - match[1]!.length - 1, to: $from.pos, choices, index: 0 };
}

/** Makes the plugin of the menu that a slash opens. `onChoose` runs after the typed text is gone. */
export function slashMenu(onChoose: (choice: BlockChoice, view: EditorView) => void): Plugin<SlashState> {
  return new Plugin<SlashState>({
    key: slashKey,
    state: {
      init: () => ({ menu: undefined, closed: false }),
      apply(tr, before, _, state) {
        const act = tr.getMeta(slashKey) as 'close' | number | undefined;
        if (act === 'close') return { menu: undefined, closed: true };
        const menu = read(state);
        if (!menu) return { menu: undefined, closed: false };
        if (typeof act === 'number') return { ...before, menu: { ...menu, index: act } };
        const isTyped = tr.docChanged && !tr.getMeta(ySyncPluginKey);
        if (before.menu) {
          const id = before.menu.choices[before.menu.index]?.id;
          const index = isTyped
            ? 0
            : Math.max(
                0,
                menu.choices.findIndex((choice) => choice.id === id),
              );
          return { menu: { ...menu, index }, closed: false };
        }
        // A slash that was there before opens nothing when the cursor comes to it.
        const isSlash = state.doc.textBetween(menu.from, menu.to) === '/';
        return isTyped && isSlash && !before.closed ? { menu, closed: false } : { menu: undefined, closed: before.closed && !isSlash };
      },
    },
    props: {
      handleKeyDown(view, event) {
        const menu = slashMenuOf(view.state);
        if (!menu || event.isComposing) return false;
        const move = (index: number): true => {
          view.dispatch(view.state.tr.setMeta(slashKey, (index + menu.choices.length) % menu.choices.length));
          return true;
        };
        if (event.key === 'ArrowDown') return move(menu.index + 1);
        if (event.key === 'ArrowUp') return move(menu.index - 1);
        if (event.key === 'Home') return move(0);
        if (event.key === 'End') return move(menu.choices.length - 1);
        if (event.key === 'Enter' || event.key === 'Tab') {
          chooseSlash(view, menu.choices[menu.index]!, onChoose);
          return true;
        }
        if (event.key !== 'Escape') return false;
        view.dispatch(view.state.tr.setMeta(slashKey, 'close'));
        return true;
      },
      attributes(state): Record<string, string> {
        const menu = slashMenuOf(state);
        if (!menu) return {};
        return { 'aria-controls': SLASH_LIST_ID, 'aria-activedescendant': slashOptionId(menu.choices[menu.index]!) };
      },
    },
  });
}

/** Chooses an offer of the open menu, as a press of it does. */
export function chooseSlash(view: EditorView, choice: BlockChoice, onChoose: (choice: BlockChoice, view: EditorView) => void): void {
  const menu = slashMenuOf(view.state);
  if (!menu) return;
  view.dispatch(view.state.tr.delete(menu.from, menu.to).setMeta(slashKey, 'close'));
  onChoose(choice, view);
}

/** Types a slash at the cursor. A block with text gets a paragraph after it for the slash. */
export const typeSlash: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  const { tr } = state;
  if (!$from.parent.isTextblock || $from.parent.content.size > 0) {
    const after = $to.depth > 0 ? $to.after(1) : $to.pos;
    tr.insert(after, state.schema.nodes.paragraph!.create()).setSelection(TextSelection.create(tr.doc, after + 1));
  }
  dispatch?.(tr.insertText('/').scrollIntoView());
  return true;
};
