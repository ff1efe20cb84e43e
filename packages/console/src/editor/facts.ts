import { type EditorState, NodeSelection } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import { redoCommand, undoCommand } from 'y-prosemirror';
import { nodeAround } from './commands/block-commands.ts';
import { linkAt } from './commands/link-commands.ts';
import { type ListKind, listKindAt } from './commands/list-commands.ts';
import { editorSchema } from './model/editor-schema.ts';

/** The facts of a selection that the toolbar shows. */
export interface SelectionFacts {
  /** `text`, `heading1` to `heading6`, `code`, or empty for a selected node. */
  readonly block: string;
  readonly marks: readonly string[];
  readonly list: ListKind | undefined;
  readonly isQuote: boolean;
  /** The kind of the callout around the cursor. */
  readonly callout: string | undefined;
  /** The language of the code around the cursor; empty for code without one. */
  readonly language: string | undefined;
  readonly isInTable: boolean;
  /** The alternative text of the selected picture; empty for one without. */
  readonly alt: string | undefined;
  /** The address of the selected card. */
  readonly embed: string | undefined;
  readonly link: string | undefined;
  readonly hasText: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** Returns the facts of a selection. */
export function selectionFacts(state: EditorState): SelectionFacts {
  const { selection } = state;
  const { parent } = selection.$from;
  const selected = selection instanceof NodeSelection ? selection.node : undefined;
  return {
    block: selected && !selected.isInline ? '' : blockName(parent.type.name, parent.attrs.level),
    marks: Object.values(editorSchema.marks)
      .filter((mark) =>
        selection.empty
          ? mark.isInSet(state.storedMarks ?? selection.$from.marks()) !== undefined
          : state.doc.rangeHasMark(selection.from, selection.to, mark),
      )
      .map(({ name }) => name),
    list: listKindAt(state),
    isQuote: nodeAround(state, 'blockquote') !== undefined,
    callout: nodeAround(state, 'callout')?.node.attrs.kind,
    language: parent.type.name === 'codeBlock' ? (parent.attrs.language ?? '') : undefined,
    isInTable: isInTable(state),
    alt: selected?.type.name === 'image' ? (selected.attrs.alt ?? '') : undefined,
    embed: selected?.type.name === 'embed' ? (selected.attrs.href ?? '') : undefined,
    link: linkAt(state)?.href,
    hasText: !selection.empty,
    canUndo: undoCommand(state, undefined) === true,
    canRedo: redoCommand(state, undefined) === true,
  };
}

function blockName(type: string, level: number | undefined): string {
  if (type === 'heading') return `heading${level}`;
  if (type === 'codeBlock') return 'code';
  return type === 'paragraph' ? 'text' : '';
}

/** Returns true if two values of facts are the same, also as lists. */
export const haveSameFacts = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);
