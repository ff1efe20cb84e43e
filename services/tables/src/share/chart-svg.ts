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

/** Height of a line chart in pixels. Charts are as wide as their card, with texts in the size of the page. */
const HEIGHT = 220;
const BAR = 16;

/** Characters of a name in a chart. */
const NAME_CHARACTERS = 60;

/** Colours that differ in hue and lightness, in the order of the legend. */
const slices = ['#2563eb', '#d97706', '#059669', '#9333ea', '#dc2626', '#0891b2', '#ca8a04', '#db2777', '#4d7c0f', '#64748b'] as const;

/**
 * Renders a horizontal bar chart with a name above each bar. It is hidden from screen readers, since a table next to it
 * has the same data.
 */
export function barChart(points: readonly Point[]): Html {
  const most = Math.max(...points.map(({ value }) => Math.abs(value)), 1e-9);
  return html`<ul class="plain bars ${chartClass(points)}" aria-hidden="true">
${points.map(
  ({ label, value, text, color }) =>
    html`<li>${named(label, text)}<svg height="${BAR}" aria-hidden="true"><rect class="bar ${color ?? 'plain'}" width="${share(Math.abs(value) / most)}" height="${BAR}" rx="3"/></svg></li>\n`,
)}</ul>`;
}

/** Renders a line chart of the points in order. */
export function lineChart(points: readonly Point[], { labels }: PageLocale): Html {
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const x = (index: number) => share(points.length === 1 ? 0.5 : index / (points.length - 1));
  const y = (value: number) => round(HEIGHT - 34 - ((value - low) / (high - low || 1)) * (HEIGHT - 60));
  const [first, last] = [points[0], points.at(-1)];
  return html`<svg class="chart" height="${HEIGHT}" aria-hidden="true">
<line class="axis" x1="0" x2="100%" y1="${y(0)}" y2="${y(0)}"/>
${points.slice(1).map(({ value }, index) => html`<line class="line" x1="${x(index)}" y1="${y(points[index]!.value)}" x2="${x(index + 1)}" y2="${y(value)}"/>`)}
${points.length <= 40 && points.map(({ value }, index) => html`<circle class="bar" cx="${x(index)}" cy="${y(value)}" r="4"/>`)}
<text x="0" y="14">${labels.share.highest(points.find(({ value }) => value === high)?.text ?? '')}</text>
<text x="0" y="${HEIGHT - 8}">${truncate(first?.label ?? '', 22)}</text>
${points.length > 1 && html`<text x="100%" y="${HEIGHT - 8}" text-anchor="end">${truncate(last?.label ?? '', 22)}</text>`}
</svg>`;
}

/** Renders a pie chart with a legend. Negative values have no slice. */
export function pieChart(points: readonly Point[]): Html {
  const total = points.reduce((sum, { value }) => sum + Math.max(0, value), 0);
  const classes = chartClass(points);
  const fillOf = ({ color }: Point, index: number) =>
    classes === 'chart' ? html`fill="${slices[index % slices.length]!}"` : html`class="slice ${color ?? 'plain'}"`;
  let turned = 0;
  const parts = points.map((point, index): Part => {
    const from = turned;
    turned += total > 0 ? Math.max(0, point.value) / total : 0;
    return slice(from, turned, fillOf(point, index));
  });
  const legend = points.map(
    (point, index) =>
      html`<li><svg width="12" height="12" aria-hidden="true"><rect width="12" height="12" rx="2" ${fillOf(point, index)}/></svg>${named(point.label, point.text)}</li>\n`,
  );
  return html`<div class="pie ${classes}" aria-hidden="true"><svg viewBox="0 0 200 200" aria-hidden="true">
${parts}</svg>
<ul class="plain legend">
${legend}</ul></div>`;
}

const named = (label: string, text: string): Html =>
  html`<span class="name">${truncate(label, NAME_CHARACTERS)}</span><span>${text}</span>`;

/** Renders the slice between two fractions of a turn, clockwise from the top. */
function slice(from: number, to: number, fill: Html): Part {
  if (to - from <= 0) return '';
  const [c, r] = [100, 99];
  if (to - from > 0.9999) return html`<circle cx="${c}" cy="${c}" r="${r}" ${fill}/>`;
  const at = (part: number) => `${round(c + r * Math.sin(part * 2 * Math.PI))} ${round(c - r * Math.cos(part * 2 * Math.PI))}`;
  return html`<path d="M ${c} ${c} L ${at(from)} A ${r} ${r} 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to)} Z" ${fill}/>`;
}

/** Returns the classes of a chart. If a group has a colour, those without one are grey, so that they look like no other. */
const chartClass = (points: readonly Point[]): string => (points.some(({ color }) => color) ? 'chart colored' : 'chart');

const share = (part: number): string => `${round(part * 100)}%`;

const round = (value: number): number => Math.round(value * 100) / 100;
