import type { Tip } from '@space/board/outlines';
import type { ElementOf, ElementStyle } from '@space/contracts/whiteboard-elements';
import type { ReactElement } from 'react';

/** Props of a cap: its kind, the tip of its line, and the look. */
export interface CapViewProps {
  readonly cap: ElementOf<'line'>['end_cap'];
  readonly tip: Tip;
  readonly style: ElementStyle;
}

type Pair = readonly [x: number, y: number];

const along = ([x, y]: Pair, [dx, dy]: Pair, by: number): Pair => [x + dx * by, y + dy * by];

const pathOf = (points: readonly Pair[]): string => points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('');

/** Renders the cap at a tip of a line. */
export function CapView({ cap, tip: { point, direction }, style }: CapViewProps): ReactElement | null {
  const { stroke_color, stroke_width } = style;
  if (cap === 'none' || stroke_width === 0) return null;
  const length = 9 + stroke_width * 2.5;
  const side: Pair = [-direction[1], direction[0]];
  if (cap === 'dot') return <circle cx={point[0]} cy={point[1]} r={2.5 + stroke_width * 1.25} fill={stroke_color} />;
  const line = { fill: 'none', stroke: stroke_color, strokeWidth: stroke_width, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
  if (cap === 'bar') return <path d={pathOf([along(point, side, length / 2), along(point, side, -length / 2)])} {...line} />;
  const foot = along(point, direction, -length);
  const half = length * (cap === 'triangle' ? 0.45 : 0.5);
  const wings = pathOf([along(foot, side, half), point, along(foot, side, -half)]);
  return cap === 'triangle' ? <path d={`${wings}Z`} fill={stroke_color} /> : <path d={wings} {...line} />;
}
