import { defaultSizes } from '@space/board/live';
import type { Place } from '../geometry/view.ts';
import type { BoardStore } from '../model/board-store.ts';
import { round } from './change-places.ts';

/** Adds a picture or a card with its middle at a place. Returns its id. */
export function insertElementAt(
  store: BoardStore,
  type: 'image' | 'embed',
  { x, y }: Place,
  fields: Readonly<Record<string, unknown>>,
  text?: string,
): string {
  const { width, height } = { ...defaultSizes[type], ...fields } as { readonly width: number; readonly height: number };
  const place = { x: round(x - width / 2), y: round(y - height / 2) };
  return store.write((writer) => writer.add({ type, ...(text !== undefined && { text }), fields: { ...fields, ...place } }));
}
