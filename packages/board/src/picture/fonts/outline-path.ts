import type { OutlineCommand } from 'opentype.js';

/** The units of an em in which all outlines are given, so that glyphs of several fonts stand in one line. */
export const EM = 1_000;

/**
 * Returns the path data of an outline in units of 1/1,000 em with y downwards. The writer of opentype.js is not used: it writes
 * NaN for some coordinates, and a renderer drops the rest of such a path.
 */
export function outlinePath(commands: readonly OutlineCommand[], unitsPerEm: number): string {
  const scale = EM / unitsPerEm;
  const point = (x: number, y: number) => `${rounded(x * scale)} ${rounded(-y * scale)}`;
  return commands.map((command) => commandPath(command, point)).join('');
}

function commandPath({ type, x, y, x1, y1, x2, y2 }: OutlineCommand, point: (x: number, y: number) => string): string {
  if (type === 'Z') return 'Z';
  if (type === 'Q') return `Q${point(x1, y1)} ${point(x, y)}`;
  if (type === 'C') return `C${point(x1, y1)} ${point(x2, y2)} ${point(x, y)}`;
  return `${type}${point(x, y)}`;
}

function rounded(value: number): number {
  return Number.isFinite(value) ? Math.round(value) + 0 : 0;
}
