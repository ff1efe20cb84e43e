import type { Widget } from './view-config.ts';

/** Returns the widgets of a dashboard in the order in which people read them: by their row, then by their column. */
export const orderedWidgets = (widgets: readonly Widget[]): readonly Widget[] =>
  widgets.toSorted((one, other) => (one.y ?? 0) - (other.y ?? 0) || (one.x ?? 0) - (other.x ?? 0));

/** Returns the widgets with one of them exchanged with its neighbour. Both exchange their places in the grid, too. */
export function withMoved(widgets: readonly Widget[], place: number, by: -1 | 1): readonly Widget[] {
  const [one, other] = [widgets[place], widgets[place + by]];
  if (!one || !other) return widgets;
  return widgets.with(place, placed(other, one)).with(place + by, placed(one, other));
}

/** Returns a widget at the place of another one. */
function placed({ x: _x, y: _y, ...widget }: Widget, { x, y }: Widget): Widget {
  return { ...widget, ...(x !== undefined && { x }), ...(y !== undefined && { y }) };
}

/** Returns the widgets with one of them changed, or with a new one at the end: in a row of its own, if the others have rows. */
export function withWidget(widgets: readonly Widget[], widget: Widget): readonly Widget[] {
  const place = widgets.findIndex(({ id }) => id === widget.id);
  if (place >= 0) return widgets.with(place, widget);
  const rows = widgets.flatMap(({ y }) => y ?? []);
  const last = widgets.reduce((most, { y = 0, h = 1 }) => Math.max(most, y + h), 0);
  return [...widgets, rows.length > 0 ? { ...widget, x: 0, y: last } : widget];
}
