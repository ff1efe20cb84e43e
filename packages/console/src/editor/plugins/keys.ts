import {
  baseKeymap,
  chainCommands,
  createParagraphNear,
  exitCode,
  liftEmptyBlock,
  newlineInCode,
  selectNodeBackward,
  splitBlock,
  toggleMark,
} from 'prosemirror-commands';
import { undoInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { Command, Plugin } from 'prosemirror-state';
import { redoCommand, undoCommand } from 'y-prosemirror';
import { leaveContainer, leaveSummary, setTextBlock, toggleWrap } from '../commands/block-commands.ts';
import { leaveItem, liftItem, sinkItem, splitItem, toggleList, toggleTask } from '../commands/list-commands.ts';
import { moveBlock } from '../commands/move-block.ts';
import { leaveTable, nextCell, previousCell } from '../commands/table-commands.ts';
import { editorSchema } from '../model/editor-schema.ts';

const { bold, italic, underline, strike, code, highlight } = editorSchema.marks;

/** The acts of keys outside of the document. */
export interface OuterKeys {
  /** Opens the field of a link. */
  readonly onLink: () => void;
  /** Opens the list of keys. */
  readonly onHelp: () => void;
  /** Begins a comment on the selection. */
  readonly onComment: () => void;
  /** Takes the focus out of the editor. */
  readonly onLeave: () => void;
  /** Takes the focus to the toolbar. */
  readonly onToolbar: () => void;
}

const act =
  (run: () => void): Command =>
  () => {
    run();
    return true;
  };

/** Inserts a line break without a new paragraph. */
const insertBreak: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.inlineContent) return false;
  dispatch?.(state.tr.replaceSelectionWith(editorSchema.nodes.hardBreak!.create()).scrollIntoView());
  return true;
};

/** At the start of a heading or code: makes it a paragraph. */
const toParagraph: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parentOffset > 0 || !['heading', 'codeBlock'].includes($from.parent.type.name)) return false;
  return setTextBlock('paragraph')(state, dispatch);
};

/** Makes the plugins that read keys. Tab indents in lists and goes through tables; elsewhere it leaves the editor, as Escape does. */
export function editorKeys({ onLink, onHelp, onComment, onLeave, onToolbar }: OuterKeys): Plugin[] {
  const headings = Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`Mod-Alt-${level}`, setTextBlock('heading', { level })]));
  return [
    keymap({
      'Mod-b': toggleMark(bold!),
      'Mod-i': toggleMark(italic!),
      'Mod-u': toggleMark(underline!),
      'Mod-e': toggleMark(code!),
      'Mod-Shift-x': toggleMark(strike!),
      'Mod-Shift-h': toggleMark(highlight!),
      'Mod-Shift-l': act(onLink),
      'Mod-z': undoCommand,
      'Mod-y': redoCommand,
      'Mod-Shift-z': redoCommand,
      'Mod-Alt-0': setTextBlock('paragraph'),
      ...headings,
      'Mod-Shift-7': toggleList('ordered'),
      'Mod-Shift-8': toggleList('bullet'),
      'Mod-Shift-9': toggleList('task'),
      'Mod-Shift-b': toggleWrap('blockquote'),
      'Alt-ArrowUp': moveBlock(-1),
      'Alt-ArrowDown': moveBlock(1),
      'Mod-Enter': chainCommands(exitCode, toggleTask, leaveTable),
      'Shift-Enter': chainCommands(newlineInCode, insertBreak),
      Enter: chainCommands(newlineInCode, leaveSummary, leaveContainer, splitItem, createParagraphNear, liftEmptyBlock, splitBlock),
      Backspace: chainCommands(undoInputRule, leaveItem, toParagraph),
      Tab: chainCommands(nextCell, sinkItem),
      'Shift-Tab': chainCommands(previousCell, liftItem),
      Escape: act(onLeave),
      'Mod-/': act(onHelp),
      'Mod-Alt-m': act(onComment),
      'Alt-F10': act(onToolbar),
      // The document saves itself, and the browser has nothing to save.
      'Mod-s': () => true,
    }),
    keymap({ ...baseKeymap, 'Mod-Backspace': chainCommands(baseKeymap['Mod-Backspace']!, selectNodeBackward) }),
  ];
}
