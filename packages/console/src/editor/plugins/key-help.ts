/** The keys of the editor with what they do, for the list of keys. */
export const keyHelp: readonly (readonly [keys: string, label: string])[] = [
  ['/', 'Insert a block: type its name, then Enter'],
  ['Ctrl B · I · U', 'Bold, italic, underlined'],
  ['Ctrl E', 'Code in a line'],
  ['Ctrl Shift X · H', 'Struck through, highlighted'],
  ['Ctrl Shift L', 'Link'],
  ['Ctrl Alt 1 to 6 · 0', 'Heading of a level, plain text'],
  ['Ctrl Shift 7 · 8 · 9', 'Numbered, bulleted, task list'],
  ['Ctrl Shift B', 'Quote'],
  ['Ctrl Enter', 'Tick a task; leave code or a table'],
  ['Tab · Shift Tab', 'Indent in a list, next cell in a table'],
  ['Alt ↑ · Alt ↓', 'Move the block or the item'],
  ['Ctrl Z · Ctrl Y', 'Undo and redo your own changes'],
  ['Ctrl Alt M', 'Comment on the selected text, or on the block'],
  ['Alt F10', 'To the toolbar'],
  ['Escape', 'Leave the editor'],
  ['# - 1. [ ] > ``` ---', 'At the start of a line: heading, list, numbers, task, quote, code, line'],
];
