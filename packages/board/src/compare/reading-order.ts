import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { elementBox } from '../geometry/element-box.ts';

/** Returns elements as a person reads them: rows from top to bottom, and each row from left to right. */
export function readingOrder(elements: readonly BoardElement[]): BoardElement[] {
  const boxes = elements.map((element) => ({ element, box: elementBox(element) })).sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x);
  const rows: (typeof boxes)[] = [];
  for (const one of boxes) {
    const row = rows.at(-1);
    // An element whose upper edge is above the middle of the first one stands in its row.
    if (row && one.box.y < row[0]!.box.y + row[0]!.box.height / 2) row.push(one);
    else rows.push([one]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.box.x - b.box.x).map(({ element }) => element));
}
