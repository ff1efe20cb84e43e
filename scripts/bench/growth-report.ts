import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { root } from '../step.ts';
import type { Growth } from './growth.ts';

const WIDTH = 960;
const PANEL = { width: 440, height: 200, left: 56, top: 44, right: 24, bottom: 36 };
const COLUMNS = 2;

/** Prints how costs grow, and writes bench/growth.json and the picture bench/growth.svg. */
export function reportGrowth(profile: string, growths: readonly Growth[], is_quick: boolean): void {
  const lines = growths.flatMap(({ work, size, unit, points, most }) => {
    const ratio = ratioOf(points);
    return [
      `${work}, by ${size} (${unit})`,
      `  ${points.map((point) => `${point.size.toLocaleString('en')}: ${shown(point.cost)}`).join('   ')}   × ${ratio.toFixed(2)} (≤ ${most})${ratio <= most ? '' : '  GROWS'}`,
    ];
  });
  process.stdout.write(`\nGrowth, ${profile}\n${lines.join('\n')}\n`);
  const folder = join(root, 'bench');
  mkdirSync(folder, { recursive: true });
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.versions.node };
  writeFileSync(join(folder, 'growth.json'), `${JSON.stringify({ machine, profile, is_quick, growths }, null, 2)}\n`);
  writeFileSync(join(folder, 'growth.svg'), picture(growths));
}

/** Returns the cost at the last size divided by that at the first one. */
const ratioOf = (points: Growth['points']): number => points.at(-1)!.cost / points[0]!.cost;

const shown = (cost: number): string => (cost < 10 ? cost.toFixed(2) : cost.toFixed(0));

/** Returns an SVG with one panel for each growth: sizes on a logarithmic axis, costs from 0. */
function picture(growths: readonly Growth[]): string {
  const height = Math.ceil(growths.length / COLUMNS) * (PANEL.height + 30) + 20;
  const panels = growths.map((growth, index) => {
    const x = 20 + (index % COLUMNS) * (PANEL.width + 30);
    const y = 10 + Math.floor(index / COLUMNS) * (PANEL.height + 30);
    return `<g transform="translate(${x} ${y})">${panel(growth)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="How costs grow">
<style>text { fill: #222 } .muted { fill: #666 } .axis { stroke: #bbb } .line { fill: none; stroke: #2457c5; stroke-width: 2 } .grows { stroke: #c0392b } rect { fill: #fff }
@media (prefers-color-scheme: dark) { rect { fill: #16181d } text { fill: #eee } .muted { fill: #aaa } .axis { stroke: #555 } .line { stroke: #7ea6ff } .grows { stroke: #ff8a7a } }</style>
<rect width="${WIDTH}" height="${height}"/>
${panels.join('\n')}
</svg>
`;
}

function panel({ work, size, unit, points, most }: Growth): string {
  const { width, height, left, top, right, bottom } = PANEL;
  const sizes = points.map((point) => Math.log10(point.size));
  const [least, greatest] = [Math.min(...sizes), Math.max(...sizes)];
  const highest = Math.max(...points.map((point) => point.cost)) * 1.2;
  const x = (value: number) => left + ((value - least) / (greatest - least || 1)) * (width - left - right);
  const y = (cost: number) => height - bottom - (cost / highest) * (height - top - bottom);
  const line = points.map((point, index) => `${x(sizes[index]!).toFixed(1)},${y(point.cost).toFixed(1)}`).join(' ');
  const labels = points.map(
    (point, index) =>
      `<text class="muted" x="${x(sizes[index]!).toFixed(1)}" y="${height - bottom + 18}" text-anchor="middle">${point.size.toLocaleString('en')}</text>` +
      `<text x="${x(sizes[index]!).toFixed(1)}" y="${(y(point.cost) - 8).toFixed(1)}" text-anchor="middle">${shown(point.cost)}</text>`,
  );
  return [
    `<text x="0" y="14" font-weight="600">${work}</text><text class="muted" x="0" y="30">${unit}, by ${size}</text>`,
    `<line class="axis" x1="${left}" y1="${height - bottom}" x2="${width - right}" y2="${height - bottom}"/>`,
    `<polyline class="line${ratioOf(points) <= most ? '' : ' grows'}" points="${line}"/>`,
    ...labels,
  ].join('');
}
