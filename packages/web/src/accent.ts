/** The colours that a page derives from an accent colour, on a light or a dark ground. */
export interface AccentColors {
  /** Colour of links and of the ground of buttons. */
  readonly link: string;
  /** Colour of text on buttons. */
  readonly on_link: string;
  /** A pale ground for marked parts. */
  readonly mark: string;
  /** The least contrast of the link with its grounds and its text, by WCAG 2. */
  readonly contrast: number;
}

type Rgb = readonly [number, number, number];

/** The least contrast of text with its ground, by WCAG 2 level AA. */
const ENOUGH = 4.5;

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/** Grounds of pages as in TOKENS, the colour of text on buttons, and the direction in which the accent gains contrast. */
const grounds = {
  light: { grounds: ['#fafaf9', '#ffffff', '#f0efed'], card: '#ffffff', on_link: '#ffffff', share: 0.1, towards: BLACK },
  dark: { grounds: ['#1c1917', '#292524', '#3a3532'], card: '#292524', on_link: '#0c0a09', share: 0.16, towards: WHITE },
} as const;

const defaults = { light: { link: '#1d4ed8', mark: '#eef2ff' }, dark: { link: '#93c5fd', mark: '#2f3651' } } as const;

/** Returns the colours of pages for an accent colour, `#rrggbb`, or for null the default ones. Each has enough contrast. */
export const accentColors = (accent: string | null): { readonly light: AccentColors; readonly dark: AccentColors } => ({
  light: colorsOn('light', accent),
  dark: colorsOn('dark', accent),
});

/** The colours in which a page shows a choice, on a light or a dark ground. */
export interface ChoiceColors {
  /** Colour of bars, slices and edges. */
  readonly fill: string;
  /** Colour of the name, with a contrast of at least 4.5 on `tint`. */
  readonly ink: string;
  readonly tint: string;
}

/** The least contrast of a filled shape with its ground, by WCAG 2 level AA. */
const VISIBLE = 3;

/** Returns the colours of pages for the colour of a choice, `#rrggbb`. */
export const choiceColors = (color: string): { readonly light: ChoiceColors; readonly dark: ChoiceColors } => ({
  light: choiceColorsOn('light', color),
  dark: choiceColorsOn('dark', color),
});

function choiceColorsOn(scheme: 'light' | 'dark', color: string): ChoiceColors {
  const { card, share, towards } = grounds[scheme];
  const tint = rgbOf(hexOf(mix(rgbOf(card), rgbOf(color), share * 1.6)));
  const fill = untilContrast(rgbOf(color), towards, [rgbOf(card)], VISIBLE);
  return { fill: hexOf(fill), ink: hexOf(untilContrast(rgbOf(color), towards, [rgbOf(card), tint], ENOUGH)), tint: hexOf(tint) };
}

/** The least distance of a marked part from the card, in the space of red, green and blue. */
const MARKED = 20;

/** Moves a colour towards another one until it has a contrast with all grounds. */
function untilContrast(start: Rgb, towards: Rgb, against: readonly Rgb[], least: number): Rgb {
  const luminances = against.map(luminance);
  return moveUntil(start, towards, (color) => luminances.every((ground) => contrastBetween(luminance(color), ground) >= least));
}

/** Moves a colour towards another one, in at most 50 steps, until `isGood` returns true for it. */
function moveUntil(start: Rgb, towards: Rgb, isGood: (color: Rgb) => boolean): Rgb {
  let found = start;
  for (let step = 1; step <= 50 && !isGood(found); step++) found = rgbOf(hexOf(mix(start, towards, step / 50)));
  return found;
}

/** Darkens or lightens an accent until it is readable on each ground, and text on it is. */
function colorsOn(scheme: 'light' | 'dark', accent: string | null): AccentColors {
  const { on_link, towards, card, share, grounds: plain } = grounds[scheme];
  const mark = accent === null ? defaults[scheme].mark : markOf(rgbOf(card), rgbOf(accent), share, towards);
  const against = [...plain, mark, on_link].map(rgbOf);
  const link = hexOf(untilContrast(rgbOf(accent ?? defaults[scheme].link), towards, against, ENOUGH));
  const least = Math.min(...against.map((ground) => contrast(link, hexOf(ground))));
  return { link, on_link, mark, contrast: Math.floor(least * 10) / 10 };
}

/** Returns a card tinted with an accent. An accent close to the card is darkened or lightened, so that the tint can be seen. */
function markOf(card: Rgb, accent: Rgb, share: number, towards: Rgb): string {
  const isSeen = (color: Rgb) => Math.hypot(...color.map((value, at) => value - card[at]!)) >= MARKED;
  return hexOf(moveUntil(rgbOf(hexOf(mix(card, accent, share))), towards, isSeen));
}

/** Returns the contrast of two colours, `#rrggbb`, by WCAG 2: from 1 to 21. */
export const contrast = (one: string, other: string): number => contrastBetween(luminance(rgbOf(one)), luminance(rgbOf(other)));

function contrastBetween(one: number, other: number): number {
  const [low, high] = one < other ? [one, other] : [other, one];
  return (high + 0.05) / (low + 0.05);
}

const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;

const hexOf = (rgb: Rgb): string => `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

const mix = (from: Rgb, to: Rgb, share: number): Rgb => from.map((value, at) => value + (to[at]! - value) * share) as unknown as Rgb;

/** Returns the relative luminance of a colour, by WCAG 2. */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
