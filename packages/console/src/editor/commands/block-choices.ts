import type { Command, EditorState } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import { insertDetails, insertRule, setTextBlock, toggleWrap } from './block-commands.ts';
import { toggleList } from './list-commands.ts';
import { insertTable } from './table-commands.ts';

/** A block that the menu offers. One without a command opens a dialog of the page. */
export interface BlockChoice {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly words: string;
  readonly run?: Command;
}

/** Every block that the menu offers, in its order. */
export const blockChoices: readonly BlockChoice[] = [
  { id: 'text', label: 'Text', hint: 'A plain paragraph', words: 'paragraph plain', run: setTextBlock('paragraph') },
  { id: 'heading1', label: 'Heading 1', hint: '# and a space', words: 'h1 title', run: setTextBlock('heading', { level: 1 }) },
  { id: 'heading2', label: 'Heading 2', hint: '## and a space', words: 'h2', run: setTextBlock('heading', { level: 2 }) },
  { id: 'heading3', label: 'Heading 3', hint: '### and a space', words: 'h3', run: setTextBlock('heading', { level: 3 }) },
  { id: 'bullet', label: 'List', hint: '- and a space', words: 'bullet bulleted unordered ul', run: toggleList('bullet') },
  { id: 'ordered', label: 'Numbered list', hint: '1. and a space', words: 'ordered ol', run: toggleList('ordered') },
  { id: 'task', label: 'Tasks', hint: '[ ] and a space', words: 'todo checkbox check list', run: toggleList('task') },
  { id: 'table', label: 'Table', hint: 'Rows and columns', words: 'grid', run: insertTable },
  { id: 'image', label: 'Picture', hint: 'From the files of the Space', words: 'image photo file' },
  { id: 'embed', label: 'Card', hint: 'A table, task, form or other thing', words: 'embed link space thing' },
  { id: 'callout', label: 'Callout', hint: 'A note that stands out', words: 'note tip warning info', run: toggleWrap('callout') },
  { id: 'details', label: 'Details', hint: 'Text that opens and closes', words: 'toggle collapse summary', run: insertDetails },
  { id: 'quote', label: 'Quote', hint: '> and a space', words: 'blockquote', run: toggleWrap('blockquote') },
  { id: 'code', label: 'Code', hint: '``` and a space', words: 'pre source block', run: setTextBlock('codeBlock') },
  { id: 'rule', label: 'Line', hint: '--- at the start of a line', words: 'divider horizontal rule hr', run: insertRule },
];

/** The blocks that a cell of a table can have. */
const IN_CELLS: ReadonlySet<string> = new Set(['image']);

/** Returns the offers whose words begin with a text, those whose label does first. In a table only what a cell can have. */
export function filterChoices(query: string, state?: EditorState): readonly BlockChoice[] {
  const q = query.trim().toLowerCase();
  const offered = state && isInTable(state) ? blockChoices.filter(({ id }) => IN_CELLS.has(id)) : blockChoices;
  if (q === '') return offered;
  const rank = ({ label, words }: BlockChoice): number => {
    const name = label.toLowerCase();
    if (name.startsWith(q)) return 0;
    if (`${name} ${words}`.split(' ').some((word) => word.startsWith(q))) return 1;
    return 2;
  };
  return offered
    .map((choice) => ({ choice, rank: rank(choice) }))
    .filter((one) => one.rank < 2)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ choice }) => choice);
}
