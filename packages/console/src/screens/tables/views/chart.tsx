import type { ReactElement } from 'react';
import { MAX_POINTS, type Point, slicePath } from './chart-points.ts';

const HEIGHT = 200;
const PAD = 12;

/** The points of a line that have a dot; more of them would hide the line. */
const MAX_DOTS = 30;

/** The number of colours of slices in views.css. */
const COLORS = 8;

/** Renders the values of groups as horizontal bars with their names. It is hidden from readers, who have the table next to it. */
export function BarChart({ points }: { readonly points: readonly Point[] }): ReactElement {
  const shown = points.slice(0, MAX_POINTS);
  const most = Math.max(...shown.map(({ value }) => Math.abs(value)), 1e-9);
  return (
    <div className="bars" aria-hidden="true">
      {shown.map(({ label, value, text }) => (
        <div key={label}>
          <span className="cut">{label}</span>
          <span className="number">{text}</span>
          <span className={value < 0 ? 'bar negative' : 'bar'} style={{ inlineSize: `${(Math.abs(value) / most) * 100}%` }} />
        </div>
      ))}
    </div>
  );
}

/** Renders the values of groups as a line in their order. */
export function LineChart({ points }: { readonly points: readonly Point[] }): ReactElement {
  const values = points.map(({ value }) => value);
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const x = (index: number) => (points.length === 1 ? 50 : (index / (points.length - 1)) * 100);
  const y = (value: number) => HEIGHT - PAD - ((value - low) / (high - low || 1)) * (HEIGHT - 2 * PAD);
  const line = points.map(({ value }, index) => `${x(index)},${y(value)}`).join(' ');
  const [first, last] = [points[0], points.at(-1)];
  return (
    <div className="line-chart" aria-hidden="true">
      <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <line x1="0" x2="100" y1={y(0)} y2={y(0)} className="axis" vectorEffect="non-scaling-stroke" />
        <polyline points={line} vectorEffect="non-scaling-stroke" />
        {points.length <= MAX_DOTS &&
          points.map(({ label, value }, index) => (
            <path key={label} d={`M ${x(index)} ${y(value)} h 0`} className="point" vectorEffect="non-scaling-stroke" />
          ))}
      </svg>
      <div className="ends soft">
        <span>
          {first?.label} ({first?.text})
        </span>
        {points.length > 1 && (
          <span>
            {last?.label} ({last?.text})
          </span>
        )}
      </div>
    </div>
  );
}

/** Renders the values of groups as slices of a whole with a legend. Negative values have no slice. */
export function PieChart({ points }: { readonly points: readonly Point[] }): ReactElement {
  const total = points.reduce((sum, { value }) => sum + Math.max(0, value), 0);
  const shown = points.slice(0, MAX_POINTS);
  let turned = 0;
  const slices = shown.map((point, index) => {
    const from = turned;
    turned += total > 0 ? Math.max(0, point.value) / total : 0;
    return { point, from, to: turned, className: `slice-${index % COLORS}` };
  });
  return (
    <div className="pie" aria-hidden="true">
      <svg viewBox="0 0 200 200" aria-hidden="true">
        {slices.map(({ point, from, to, className }) =>
          to > from ? <path key={point.label} d={slicePath(from, to)} className={className} /> : null,
        )}
        {turned < 0.9999 && total > 0 && <path d={slicePath(turned, 1)} className="slice-rest" />}
      </svg>
      <ul>
        {slices.map(({ point, className }) => (
          <li key={point.label}>
            <svg width="12" height="12" aria-hidden="true">
              <rect width="12" height="12" rx="2" className={className} />
            </svg>
            <span className="cut">{point.label}</span>
            <span className="number">{point.text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
