import type { BoardElement, ConnectorEnd, NewElement } from '@space/contracts/whiteboard-elements';

/** Returns elements, from bottom to top, as new ones with the same places. Each has its former id as its ref. */
export function copiedElements(elements: readonly BoardElement[]): NewElement[] {
  const present = new Set(elements.map(({ id }) => id));
  return elements.map((element) => {
    const { id, index: _index, seed: _seed, frame_id, ...fields } = element;
    const place = { ref: id, ...(frame_id !== null && present.has(frame_id) ? { frame_ref: frame_id } : {}) };
    switch (fields.type) {
      case 'connector': {
        // The box of a connector is that of its ends.
        const { x: _x, y: _y, width: _width, height: _height, rotation: _rotation, from, to, ...connector } = fields;
        return { ...connector, ...place, from: copiedEnd(from), to: copiedEnd(to) };
      }
      case 'line':
      case 'freehand': {
        // Its size is that of its points.
        const { width: _width, height: _height, ...drawn } = fields;
        return { ...drawn, ...place } as NewElement;
      }
      default:
        return { ...fields, ...place };
    }
  });
}

const copiedEnd = (end: ConnectorEnd) => ('element_id' in end ? { ref: end.element_id, side: end.side } : end);
