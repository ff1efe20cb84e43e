import { type CellType, quoted, refuse } from './cell-type.ts';
import { plainCsv, plainText } from './plain-text.ts';

const yes: ReadonlySet<string> = new Set(['true', 'yes', 'y', '1', 'on', 'x', 'checked', '✓', '✔', '☑']);
const no: ReadonlySet<string> = new Set(['false', 'no', 'n', '0', 'off', 'unchecked', '☐']);

/** Yes or no. An empty cell means no, and is shown as false. */
export const checkbox: CellType = {
  value_type: 'boolean',
  read: (_, value) => (typeof value === 'boolean' ? { cell: value } : refuse('wrong_type', 'must be true or false')),
  parse(_, text) {
    const word = text.toLowerCase();
    if (yes.has(word)) return { cell: true };
    if (no.has(word)) return { cell: false };
    return refuse('wrong_type', `must be true or false, or yes or no, which ${quoted(text)} is not`);
  },
  text: (_, cell) => plainText(cell),
  csv: (_, cell) => plainCsv(cell),
};
