import { invalidFields } from '@space/contracts/core';
import { MAX_ROW_CHARACTERS, MAX_UPDATED_CHARACTERS } from '@space/contracts/tables';
import type { Cell } from '../schema/schema.ts';

/** The cells of a row after an update, and the path of the update in the request. */
interface UpdatedCells {
  readonly at: string;
  readonly data: Readonly<Record<string, Cell>>;
}

/**
 * Throws `invalid` if an updated row, or all updated rows together, would be too large. An update adds at most a body to
 * a row, but many updates add up; each stores the previous version, and a call returns all of its rows.
 */
export function assertRowSizes(rows: readonly UpdatedCells[]): void {
  let total = 0;
  for (const { at, data } of rows) {
    const characters = charactersOf(data);
    total += characters;
    if (characters > MAX_ROW_CHARACTERS)
      throw invalidFields([
        { path: at, code: 'too_big', message: `the row would have more than ${MAX_ROW_CHARACTERS} characters in its cells` },
      ]);
    if (total > MAX_UPDATED_CHARACTERS)
      throw invalidFields([
        {
          path: at,
          code: 'too_big',
          message: `the rows up to this one have more than ${MAX_UPDATED_CHARACTERS} characters; update fewer in one call`,
        },
      ]);
  }
}

/** Returns the characters of the cells, approximately as in JSON. */
function charactersOf(data: UpdatedCells['data']): number {
  let characters = 0;
  for (const cid in data) {
    const cell = data[cid];
    characters += typeof cell === 'string' ? cell.length : typeof cell === 'object' ? JSON.stringify(cell).length : 8;
  }
  return characters;
}
