import type { Node, NodeType } from 'prosemirror-model';
import { type Command, TextSelection } from 'prosemirror-state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  toggleHeaderRow,
} from 'prosemirror-tables';
import { editorSchema } from '../model/editor-schema.ts';
import { insertBlock } from './block-commands.ts';
import type { tableActLabels } from './table-act-labels.ts';

const typeOf = (name: string): NodeType => editorSchema.nodes[name]!;

function newRow(cell: 'tableCell' | 'tableHeader', columns: number): Node {
  return typeOf('tableRow').create(
    null,
    Array.from({ length: columns }, () => typeOf(cell).createAndFill()!),
  );
}

/** Inserts a table of three columns and two rows below its head. */
export const insertTable: Command = (state, dispatch) =>
  insertBlock(typeOf('table').create(null, [newRow('tableHeader', 3), newRow('tableCell', 3), newRow('tableCell', 3)]))(state, dispatch);

/** Takes the cursor to the next cell, and adds a row after the last one. */
export const nextCell: Command = (state, dispatch, view) => {
  if (!isInTable(state)) return false;
  if (goToNextCell(1)(state, dispatch)) return true;
  if (!dispatch || !view) return true;
  addRowAfter(state, dispatch);
  return goToNextCell(1)(view.state, view.dispatch);
};

/** Takes the cursor to the cell before. */
export const previousCell: Command = goToNextCell(-1);

/** Takes the cursor to the cell below, as Enter does; after the last row it makes no new one and leaves the table. */
export const leaveTable: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || !isInTable(state)) return false;
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type.name === 'table') {
      const after = $from.after(depth);
      if (!dispatch) return true;
      const { tr } = state;
      if (!tr.doc.resolve(after).nodeAfter?.isTextblock) tr.insert(after, typeOf('paragraph').create());
      dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
      return true;
    }
  return false;
};

/** The commands of the acts on a table. */
export const tableActs: Readonly<Record<keyof typeof tableActLabels, Command>> = {
  row_above: addRowBefore,
  row_below: addRowAfter,
  column_before: addColumnBefore,
  column_after: addColumnAfter,
  header_row: toggleHeaderRow,
  delete_row: deleteRow,
  delete_column: deleteColumn,
  delete_table: deleteTable,
};
