/** The colours that JSON Canvas numbers, from 1: red, orange, yellow, green, cyan and purple. */
const presets = ['#ffc9c9', '#ffd8a8', '#ffec99', '#b2f2bb', '#99e9f2', '#d0bfff'];

/** Returns the colour of a JSON Canvas file as hexadecimal digits; null for none and unknown ones. */
export function readCanvasColor(color: unknown): string | null {
  if (typeof color !== 'string') return null;
  if (/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color)) return color;
  return /^[1-6]$/.test(color) ? presets[Number(color) - 1]! : null;
}

/** Returns a colour for a JSON Canvas file: the number of a preset, or its digits. */
export function writeCanvasColor(color: string): string {
  const preset = presets.indexOf(color);
  return preset < 0 ? color : String(preset + 1);
}
