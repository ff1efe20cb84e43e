import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { boxOf } from '../../picture/geometry/box.ts';
import { layoutText } from '../../picture/text/layout-text.ts';
import { writeFont, writeStyle } from './style.ts';

/** An element of an Excalidraw scene. */
export interface SceneElement {
  readonly id: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

const PADDING = 5;
const UPDATED = 1_700_000_000_000;

/** Returns an element with the fields that all Excalidraw elements have, and with its own. */
export function sceneElement(
  element: BoardElement,
  type: string,
  own: Readonly<Record<string, unknown>>,
  custom: Readonly<Record<string, unknown>>,
): SceneElement {
  const { id, x, y, width, height, rotation, frame_id, group_id, is_locked, link, seed } = element;
  const box = element.type === 'freehand' || element.type === 'line' ? boxOf(element) : { width, height };
  return {
    id,
    type,
    x,
    y,
    width: box.width,
    height: box.height,
    angle: radians(rotation),
    ...writeStyle(element.style),
    groupIds: group_id === null ? [] : [group_id],
    frameId: frame_id,
    roundness: null,
    seed: Math.abs(seed),
    version: 1,
    versionNonce: Math.abs(seed),
    isDeleted: false,
    boundElements: null,
    updated: UPDATED,
    link,
    locked: is_locked,
    ...own,
    customData: { space: custom },
  };
}

/** Returns the text of a container as the Excalidraw element that is bound to it; an empty list without a text. */
export function writeLabel(element: BoardElement, text: string, center = middleOf(element)): SceneElement[] {
  if (text === '') return [];
  const { style } = element;
  const width = element.type === 'connector' || element.type === 'line' ? null : Math.max(element.width - PADDING * 2, 10);
  const layout = layoutText(text, { font_size: style.font_size, typeface: style.roughness > 0 ? 'hand' : 'plain', width, height: null });
  const label = sceneElement(
    element,
    'text',
    {
      id: `${element.id}-text`,
      x: center[0] - layout.width / 2,
      y: center[1] - layout.height / 2,
      width: layout.width,
      height: layout.height,
      strokeColor: style.stroke_color,
      backgroundColor: 'transparent',
      link: null,
      ...writeFont(style),
      text,
      originalText: text,
      verticalAlign: 'middle',
      containerId: element.id,
      autoResize: true,
    },
    {},
  );
  return [label];
}

function middleOf({ x, y, width, height }: BoardElement): readonly [number, number] {
  return [x + width / 2, y + height / 2];
}

function radians(degrees: number): number {
  return ((((degrees % 360) + 360) % 360) * Math.PI) / 180;
}
