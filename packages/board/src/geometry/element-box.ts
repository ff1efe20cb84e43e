import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { type Box, boxAroundPoints, centre } from './box.ts';

/** Returns the box that an element covers, with its rotation. The points of a line may lie to the left of or above its x and y. */
export function elementBox(element: BoardElement): Box {
  return rotated(plainBox(element), element.rotation);
}

/** Returns the box of an element without its rotation. */
export function plainBox(element: BoardElement): Box {
  const { x, y, width, height } = element;
  if (element.type !== 'line' && element.type !== 'freehand') return { x, y, width, height };
  const around = boxAroundPoints(element.points);
  return { ...around, x: x + around.x, y: y + around.y };
}

function rotated(box: Box, degrees: number): Box {
  if (degrees % 180 === 0) return box;
  const [sin, cos] = [Math.abs(Math.sin((degrees * Math.PI) / 180)), Math.abs(Math.cos((degrees * Math.PI) / 180))];
  const width = box.width * cos + box.height * sin;
  const height = box.width * sin + box.height * cos;
  const { x, y } = centre(box);
  return { x: x - width / 2, y: y - height / 2, width, height };
}
