/** The colours of lines and texts, with their words. */
export const strokeColours = [
  ['#1e1e1e', 'Black'],
  ['#e03131', 'Red'],
  ['#2f9e44', 'Green'],
  ['#1971c2', 'Blue'],
  ['#f08c00', 'Orange'],
  ['#6741d9', 'Violet'],
  ['#868e96', 'Grey'],
  ['#ffffff', 'White'],
] as const;

/** The colours of areas, with their words; null for none. */
export const fillColours = [
  [null, 'None'],
  ['#ffec99', 'Yellow'],
  ['#ffc9c9', 'Red'],
  ['#b2f2bb', 'Green'],
  ['#a5d8ff', 'Blue'],
  ['#ffd8a8', 'Orange'],
  ['#d0bfff', 'Violet'],
  ['#e9ecef', 'Grey'],
  ['#ffffff', 'White'],
] as const;

/** The patterns of areas. */
export const fills = [
  ['solid', 'Solid'],
  ['hachure', 'Hatched'],
  ['cross_hatch', 'Cross-hatched'],
] as const;

/** The widths of lines in pixels. */
export const strokeWidths = [
  ['0', 'No line'],
  ['1', 'Thin'],
  ['2', 'Medium'],
  ['4', 'Thick'],
  ['8', 'Very thick'],
] as const;

/** The dashes of lines. */
export const strokeStyles = [
  ['solid', 'Solid'],
  ['dashed', 'Dashed'],
  ['dotted', 'Dotted'],
] as const;

/** The roughness of lines. */
export const roughnesses = [
  ['0', 'Exact'],
  ['1', 'By hand'],
  ['2', 'Rough'],
] as const;

/** The sizes of texts in pixels. */
export const fontSizes = ['12', '16', '20', '28', '36', '48', '72'].map((size) => [size, size] as const);

/** The places of lines of a text. */
export const aligns = [
  ['left', 'Left'],
  ['center', 'Centre'],
  ['right', 'Right'],
] as const;

/** The courses of connectors. */
export const routes = [
  ['straight', 'Straight'],
  ['elbow', 'With corners'],
  ['curved', 'Curved'],
] as const;

/** The caps of lines. */
export const caps = [
  ['none', 'None'],
  ['arrow', 'Arrow'],
  ['triangle', 'Triangle'],
  ['dot', 'Dot'],
  ['bar', 'Bar'],
] as const;
