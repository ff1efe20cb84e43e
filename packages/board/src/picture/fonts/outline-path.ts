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
  let last = '';
  return commands
    .map((command) => {
      const end = command.type === 'Z' ? '' : point(command.x, command.y);
      // Many outlines repeat their points as lines of no length: half of what a renderer would read.
      const path = command.type === 'L' && end === last ? '' : commandPath(command, end, point);
      last = end;
      return path;
    })
    .join('');
}

function commandPath({ type, x1, y1, x2, y2 }: OutlineCommand, end: string, point: (x: number, y: number) => string): string {
  if (type === 'Q') return `Q${point(x1, y1)} ${end}`;
  if (type === 'C') return `C${point(x1, y1)} ${point(x2, y2)} ${end}`;
  return `${type}${end}`;
}

function rounded(value: number): number {
  return Number.isFinite(value) ? Math.round(value) + 0 : 0;
}
