import { MAX_SHOWN_ASSETS } from '@space/contracts/assets';
import { invalidFields } from '@space/contracts/core';
import { MAX_ROW_BYTES, MAX_WRITTEN_BYTES } from '@space/contracts/tables';
import { assetIdsIn } from '../cells/attachment-column.ts';
import { bytesOfCells } from '../cells/cell-bytes.ts';
import type { Cell } from '../schema/schema.ts';

/** The cells that a row will have, and the path of the row in the request. */
interface WrittenCells {
  readonly at: string;
  readonly data: Readonly<Record<string, Cell>>;
}

/**
 * Throws `invalid` if a written row, or all rows of a call together, would be too large. Default values and choices make a row
 * larger than its body, and many updates of a row add up. A call returns all of its rows, and an update stores the previous version.
 */
export function assertRowSizes(rows: readonly WrittenCells[]): void {
  let total = 0;
  for (const { at, data } of rows) {
    if (countAssets(data) > MAX_SHOWN_ASSETS)
      throw invalidFields([{ path: at, code: 'too_many', message: `the row would show more than ${MAX_SHOWN_ASSETS} assets` }]);
    const bytes = bytesOfCells(data);
    total += bytes;
    if (bytes > MAX_ROW_BYTES)
      throw invalidFields([{ path: at, code: 'too_big', message: `the row would have more than ${MAX_ROW_BYTES} bytes in its cells` }]);
    if (total > MAX_WRITTEN_BYTES)
      throw invalidFields([
        {
          path: at,
          code: 'too_big',
          message: `the rows up to this one have more than ${MAX_WRITTEN_BYTES} bytes; write fewer in one call`,
        },
      ]);
  }
}

const countAssets = (data: WrittenCells['data']): number => new Set(Object.values(data).flatMap(assetIdsIn)).size;
