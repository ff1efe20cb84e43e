import type { BoardElement } from '@space/contracts/whiteboard-elements';
import type { BoardImage } from '../../picture/drawing/drawn-element.ts';
import { boxOf } from '../../picture/geometry/box.ts';
import { bottomToTop } from '../../picture/select-elements.ts';
import { type SceneElement, sceneElement, writeLabel } from './scene-element.ts';
import { writeFont } from './style.ts';
import { writeArrow } from './write-arrow.ts';

/** A scene as Excalidraw opens it from a file. */
export interface ExcalidrawScene {
  readonly type: 'excalidraw';
  readonly version: 2;
  readonly source: string;
  readonly elements: readonly SceneElement[];
  readonly appState: { readonly viewBackgroundColor: string; readonly gridSize: null };
  readonly files: Readonly<Record<string, unknown>>;
}

/** The choices of an export. */
export interface ExcalidrawOptions {
  readonly background?: string | null;
  /** Pictures by asset_id; an image without one has an empty place in the scene. */
  readonly images?: ReadonlyMap<string, BoardImage>;
  /** Titles of the things of embeds by address. */
  readonly things?: ReadonlyMap<string, string>;
}

/** A time that is the same in each export, so that the same elements give the same bytes. */
const CREATED = 1_700_000_000_000;

/** Returns the elements as an Excalidraw scene of version 2. Fields that Excalidraw lacks stand in `customData.space`. */
export function writeExcalidraw(elements: readonly BoardElement[], options: ExcalidrawOptions = {}): ExcalidrawScene {
  const { background = '#ffffff', images = new Map(), things = new Map() } = options;
  const ordered = bottomToTop(elements);
  const boxes = new Map(ordered.map((element) => [element.id, boxOf(element)]));
  const written = ordered.flatMap((element) => writeElement(element, { boxes, things }));
  return {
    type: 'excalidraw',
    version: 2,
    source: 'https://excalidraw.com',
    elements: withBackReferences(written),
    appState: { viewBackgroundColor: background ?? 'transparent', gridSize: null },
    files: filesOf(ordered, images),
  };
}

interface WritingContext {
  readonly boxes: ReadonlyMap<string, ReturnType<typeof boxOf>>;
  readonly things: ReadonlyMap<string, string>;
}

function writeElement(element: BoardElement, { boxes, things }: WritingContext): SceneElement[] {
  const { style, text } = element;
  const { stroke_color, stroke_width } = style;
  const looks = letters(element);
  switch (element.type) {
    case 'rectangle':
    case 'ellipse':
    case 'diamond':
      return [sceneElement(element, element.type, { roundness: null }, looks), ...writeLabel(element, text)];
    case 'sticky':
      return [
        sceneElement(
          element,
          'rectangle',
          { roundness: null, strokeColor: 'transparent' },
          { ...looks, type: 'sticky', stroke_color, stroke_width },
        ),
        ...writeLabel(element, text),
      ];
    case 'embed': {
      const custom = { ...looks, type: 'embed', address: element.address, text };
      return [
        sceneElement(element, 'rectangle', { roundness: { type: 3 } }, custom),
        ...writeLabel(element, things.get(element.address) ?? text),
      ];
    }
    case 'text':
      return [
        sceneElement(
          element,
          'text',
          {
            ...writeFont(style),
            strokeColor: stroke_color,
            strokeWidth: Math.max(stroke_width, 1),
            text,
            originalText: text,
            verticalAlign: 'top',
            containerId: null,
            autoResize: element.width === 0,
          },
          { stroke_width },
        ),
      ];
    case 'frame':
      return [sceneElement(element, 'frame', { name: text === '' ? null : text }, looks)];
    case 'image':
      return [
        sceneElement(
          element,
          'image',
          { fileId: element.asset_id, status: 'saved', scale: [1, 1], crop: null },
          { ...looks, asset_id: element.asset_id, text },
        ),
      ];
    case 'freehand':
      return [
        sceneElement(
          element,
          'freedraw',
          { points: element.points, pressures: [], simulatePressure: true, lastCommittedPoint: null },
          { ...looks, text },
        ),
      ];
    case 'line':
    case 'connector':
      return writeArrow(element, boxes);
  }
}

/** Returns the look that an element without a line or without a text has no place for. */
function letters({ style }: BoardElement) {
  const { stroke_width, stroke_color, font_size, align } = style;
  return { font_size, align, ...(stroke_width === 0 ? { stroke_color } : {}) };
}

/** Returns the elements with the labels and arrows that are bound to them. */
function withBackReferences(elements: readonly SceneElement[]): SceneElement[] {
  const bound = new Map<string, { id: string; type: 'text' | 'arrow' }[]>();
  const bind = (id: unknown, entry: { id: string; type: 'text' | 'arrow' }) => {
    if (typeof id === 'string') bound.set(id, [...(bound.get(id) ?? []), entry]);
  };
  for (const element of elements) {
    if (element.type === 'text') bind(element.containerId, { id: element.id, type: 'text' });
    if (element.type !== 'arrow') continue;
    for (const binding of [element.startBinding, element.endBinding]) {
      bind((binding as { elementId: string } | null)?.elementId, { id: element.id, type: 'arrow' });
    }
  }
  return elements.map((element) => ({ ...element, boundElements: bound.get(element.id) ?? null }));
}

function filesOf(elements: readonly BoardElement[], images: ReadonlyMap<string, BoardImage>): Record<string, unknown> {
  const ids = elements.flatMap((element) => (element.type === 'image' ? [element.asset_id] : []));
  return Object.fromEntries(
    [...new Set(ids)].flatMap((id) => {
      const image = images.get(id);
      if (!image) return [];
      const mimeType = /^data:([^;,]+)/.exec(image.data_uri)?.[1] ?? 'application/octet-stream';
      return [[id, { mimeType, id, dataURL: image.data_uri, created: CREATED }]];
    }),
  );
}
