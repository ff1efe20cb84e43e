import { type Html, html, type PageLocale, type Part } from '@space/web';
import { truncate } from './truncate.ts';

/** A value of a chart with its label and its formatted text. */
export interface Point {
  readonly label: string;
  readonly value: number;
  readonly text: string;
  /** The class of its colour, if it has one. */
  readonly color?: string | undefined;
}

const WIDTH = 400;
const BAR = 26;
const HEIGHT = 220;

/** Colours that differ in hue and lightness, in the order of the legend. */
const slices = ['#2563eb', '#d97706', '#059669', '#9333ea', '#dc2626', '#0891b2', '#ca8a04', '#db2777', '#4d7c0f', '#64748b'] as const;

/**
 * Renders a horizontal bar chart with a name above each bar. It is hidden from screen readers, since a table next to it
 * has the same data.
 */
export function barChart(points: readonly Point[]): Html {
  const most = Math.max(...points.map(({ value }) => Math.abs(value)), 1e-9);
  const height = points.length * (BAR + 18) + 4;
  return html`<svg class="${chartClass(points)}" viewBox="0 0 ${WIDTH} ${height}" aria-hidden="true">
${points.map(({ label, value, text, color }, index) => {
  const y = index * (BAR + 18);
  return html`<text x="0" y="${y + 13}">${truncate(label, 36)}</text><text x="${WIDTH}" y="${y + 13}" text-anchor="end">${text}</text><rect class="bar ${color ?? 'plain'}" x="0" y="${y + 18}" width="${round((Math.abs(value) / most) * WIDTH)}" height="${BAR - 10}" rx="3"/>`;
})}</svg>`;
}

/** Renders a line chart of the points in order. */
export function lineChart(points: readonly Point[], { labels }: PageLocale): Html {
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const x = (index: number) => round(points.length === 1 ? WIDTH / 2 : 8 + (index * (WIDTH - 16)) / (points.length - 1));
  const y = (value: number) => round(HEIGHT - 34 - ((value - low) / (high - low || 1)) * (HEIGHT - 60));
  const [first, last] = [points[0], points.at(-1)];
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
<line class="axis" x1="0" x2="${WIDTH}" y1="${y(0)}" y2="${y(0)}"/>
<polyline class="line" points="${points.map(({ value }, index) => `${x(index)},${y(value)}`).join(' ')}"/>
${points.length <= 40 && points.map(({ value }, index) => html`<circle class="bar" cx="${x(index)}" cy="${y(value)}" r="4"/>`)}
<text x="0" y="14">${labels.share.highest(points.find(({ value }) => value === high)?.text ?? '')}</text>
<text x="0" y="${HEIGHT - 8}">${truncate(first?.label ?? '', 22)}</text>
${points.length > 1 && html`<text x="${WIDTH}" y="${HEIGHT - 8}" text-anchor="end">${truncate(last?.label ?? '', 22)}</text>`}
</svg>`;
}

/** Renders a pie chart with a legend. Negative values have no slice. */
export function pieChart(points: readonly Point[]): Html {
  const total = points.reduce((sum, { value }) => sum + Math.max(0, value), 0);
  const height = Math.max(HEIGHT, points.length * 20 + 20);
  let turned = 0;
  const classes = chartClass(points);
  return html`<svg class="${classes}" viewBox="0 0 ${WIDTH} ${height}" aria-hidden="true">
${points.map(({ label, value, text, color: own }, index): Part => {
  const fill = classes === 'chart' ? html`fill="${slices[index % slices.length]!}"` : html`class="slice ${own ?? 'plain'}"`;
  const from = turned;
  turned += total > 0 ? Math.max(0, value) / total : 0;
  const y = 20 + index * 20;
  return html`${slice(from, turned, fill)}<rect x="220" y="${y - 10}" width="12" height="12" rx="2" ${fill}/><text x="240" y="${y}">${truncate(label, Math.max(6, 22 - text.length))}</text><text x="${WIDTH}" y="${y}" text-anchor="end">${text}</text>`;
})}</svg>`;
}

/** Renders the slice between two fractions of a turn, clockwise from the top. */
function slice(from: number, to: number, fill: Html): Part {
  if (to - from <= 0) return '';
  const [cx, cy, r] = [100, 110, 96];
  if (to - from > 0.9999) return html`<circle cx="${cx}" cy="${cy}" r="${r}" ${fill}/>`;
  const at = (part: number) => `${round(cx + r * Math.sin(part * 2 * Math.PI))} ${round(cy - r * Math.cos(part * 2 * Math.PI))}`;
  return html`<path d="M ${cx} ${cy} L ${at(from)} A ${r} ${r} 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to)} Z" ${fill}/>`;
}

/** Returns the classes of a chart. If a group has a colour, those without one are grey, so that they look like no other. */
const chartClass = (points: readonly Point[]): string => (points.some(({ color }) => color) ? 'chart colored' : 'chart');

const round = (value: number): number => Math.round(value * 100) / 100;
