import type { ElementStyle } from '@space/contracts/whiteboard-elements';
import { LINE_HEIGHT } from '../../picture/text/layout-text.ts';
import { numberOr, textOr, type UnknownRecord } from '../file/read-json.ts';
import type { CustomData } from './custom-data.ts';

const TRANSPARENT = 'transparent';
const fillNames = { solid: 'solid', hachure: 'hachure', cross_hatch: 'cross-hatch' } as const;
const fillsOfNames: Readonly<Record<string, ElementStyle['fill']>> = {
  solid: 'solid',
  hachure: 'hachure',
  zigzag: 'hachure',
  'cross-hatch': 'cross_hatch',
};
const namedColors: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  yellow: '#ffff00',
  orange: '#ffa500',
  purple: '#800080',
  gray: '#808080',
  grey: '#808080',
};
/** The numbers of fonts in Excalidraw: a hand and a plain one. */
const fontFamilies = { hand: 5, plain: 2 };
const handFamilies: readonly unknown[] = [1, 5, undefined];

/** Returns the look of an element for an Excalidraw element. A line of no width is a transparent one. */
export function writeStyle(style: ElementStyle): Record<string, unknown> {
  return {
    strokeColor: style.stroke_width === 0 ? TRANSPARENT : style.stroke_color,
    backgroundColor: style.fill_color ?? TRANSPARENT,
    fillStyle: fillNames[style.fill],
    strokeWidth: style.stroke_width === 0 ? 1 : style.stroke_width,
    strokeStyle: style.stroke_style,
    roughness: style.roughness,
    opacity: Math.round(style.opacity * 10_000) / 100,
  };
}

/** Returns the look of letters for an Excalidraw text. */
export function writeFont(style: ElementStyle): Record<string, unknown> {
  return {
    fontSize: style.font_size,
    fontFamily: style.roughness > 0 ? fontFamilies.hand : fontFamilies.plain,
    textAlign: style.align,
    lineHeight: LINE_HEIGHT,
  };
}

/** Returns the look of an Excalidraw element with its text; fields that it lacks are left out. */
export function readStyle(element: UnknownRecord, label: UnknownRecord | undefined, custom: CustomData | null): Partial<ElementStyle> {
  const isInvisible = element.strokeColor === TRANSPARENT;
  const words = element.type === 'text' ? element : label;
  const stroke_color = isInvisible ? (custom?.stroke_color ?? readColor(words?.strokeColor)) : readColor(element.strokeColor);
  const fill = fillsOfNames[textOr(element.fillStyle, '')];
  const style = {
    stroke_color: stroke_color ?? undefined,
    fill_color: element.backgroundColor === TRANSPARENT ? null : (readColor(element.backgroundColor) ?? undefined),
    fill,
    stroke_width: widthOf(element, isInvisible, custom),
    stroke_style: isStrokeStyle(element.strokeStyle) ? element.strokeStyle : undefined,
    font_size: words ? within(words.fontSize, 4, 400) : custom?.font_size,
    align: words ? (isAlign(words.textAlign) ? words.textAlign : undefined) : custom?.align,
    roughness: roughnessOf(element),
    opacity: opacityOf(element.opacity),
  };
  return Object.fromEntries(Object.entries(style).filter(([, value]) => value !== undefined));
}

/** Returns the colour as hexadecimal digits without its transparency; null for colours of another form. */
function readColor(color: unknown): string | null {
  if (typeof color !== 'string') return null;
  const digits = /^(#(?:[0-9a-f]{6}|[0-9a-f]{3}))(?:[0-9a-f]{1,2})?$/i.exec(color)?.[1];
  return digits ?? namedColors[color.toLowerCase()] ?? null;
}

function widthOf(element: UnknownRecord, isInvisible: boolean, custom: CustomData | null): number | undefined {
  if (isInvisible) return custom?.stroke_width ?? 0;
  return (element.type === 'text' ? custom?.stroke_width : undefined) ?? within(element.strokeWidth, 0, 40);
}

/** Returns the roughness; letters of a plain font have none. */
function roughnessOf(element: UnknownRecord): number | undefined {
  const roughness = within(element.roughness, 0, 3);
  if (element.type !== 'text') return roughness;
  return handFamilies.includes(element.fontFamily) ? roughness || 1 : 0;
}

function opacityOf(opacity: unknown): number | undefined {
  const percent = within(opacity, 0, 100);
  return percent === undefined ? undefined : percent / 100;
}

function within(value: unknown, least: number, most: number): number | undefined {
  const number = numberOr(value, undefined);
  return number === undefined ? undefined : Math.min(most, Math.max(least, number));
}

const isStrokeStyle = (value: unknown): value is ElementStyle['stroke_style'] => ['solid', 'dashed', 'dotted'].includes(value as string);
const isAlign = (value: unknown): value is ElementStyle['align'] => ['left', 'center', 'right'].includes(value as string);
