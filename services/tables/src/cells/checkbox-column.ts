import { type CellType, quoted, reject } from './cell-type.ts';
import { plainCsv, plainText } from './plain-text.ts';

const yes: ReadonlySet<string> = new Set(['true', 'yes', 'y', '1', 'on', 'x', 'checked', '✓', '✔', '☑']);
const no: ReadonlySet<string> = new Set(['false', 'no', 'n', '0', 'off', 'unchecked', '☐']);

/** Yes or no. An empty cell means no and is returned as false. */
export const checkbox: CellType = {
  value_type: 'boolean',
  parseJson: (_, value) => (typeof value === 'boolean' ? { cell: value } : reject('wrong_type', 'must be true or false')),
  parseText(_, text) {
    const word = text.toLowerCase();
    if (yes.has(word)) return { cell: true };
    if (no.has(word)) return { cell: false };
    return reject('wrong_type', `must be true or false, or yes or no, which ${quoted(text)} is not`);
  },
  format: (_, cell) => plainText(cell),
  formatCsv: (_, cell) => plainCsv(cell),
};
