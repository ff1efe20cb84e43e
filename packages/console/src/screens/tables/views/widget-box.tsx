import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import type { SpaceClient } from '../../../api/space-client.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { useSpace } from '../../../shell/session.tsx';
import type { Table, View } from '../table/table.ts';
import { BarChart, LineChart, PieChart } from './chart.tsx';
import { aggregateOf, figureText, MAX_POINTS, type Point, pointsOf } from './chart-points.ts';
import { columnOf, configOf, type Widget } from './view-config.ts';
import { aggregateQuery } from './view-rows.ts';

type AggregateArguments = Parameters<SpaceClient['tables']['aggregate']>[0];

/** Props of a box of a dashboard. */
export interface WidgetBoxProps {
  readonly table: Table;
  readonly view: View;
  readonly widget: Widget;
  readonly tools?: ReactNode;
}

/** Renders a box of a dashboard: its title, and one figure or a chart with its table. */
export function WidgetBox({ table, view, widget, tools }: WidgetBoxProps): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useQuery(aggregateQuery(space.id, table.id, aggregateArguments(view, widget)));
  return (
    <section className="card widget" data-wide={(widget.w ?? 0) > 6 || undefined} aria-label={widget.title}>
      <div className="card-head">
        <h2>{widget.title}</h2>
        {tools}
      </div>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data?.pending && data.pending.length > 0 && <p className="soft">Some cells are being computed.</p>}
      {data && <Figures table={table} widget={widget} groups={data.groups} hasMore={data.has_more} />}
    </section>
  );
}

function aggregateArguments(view: View, widget: Widget): Omit<AggregateArguments, 'table_id'> {
  const filters = [...(configOf(view).filters ?? []), ...(widget.filters ?? [])];
  const isGrouped = widget.type !== 'metric' && widget.group_by !== undefined;
  return {
    aggregates: [aggregateOf(widget)],
    ...(isGrouped && {
      group_by: [{ column_key: widget.group_by, ...(widget.date_bucket && { bucket: widget.date_bucket }) }],
    }),
    ...(filters.length > 0 && { filters }),
  } as Omit<AggregateArguments, 'table_id'>;
}

interface FiguresProps {
  readonly table: Table;
  readonly widget: Widget;
  readonly groups: Parameters<typeof pointsOf>[3];
  readonly hasMore: boolean;
}

function Figures({ table, widget, groups, hasMore }: FiguresProps): ReactElement {
  const column = columnOf(table, widget.column_key);
  if (widget.type === 'metric' || widget.group_by === undefined)
    return <p className="metric number">{figureText(widget, column, groups[0]?.values.figure)}</p>;
  const by = columnOf(table, widget.group_by);
  const points = pointsOf(widget, by, column, groups);
  if (points.length === 0) return <p className="soft">No row is in this chart.</p>;
  const values = <PointTable points={points} heading={by?.label ?? widget.group_by} hasMore={hasMore} />;
  if (widget.type === 'table') return values;
  return (
    <>
      {widget.type === 'bar' && <BarChart points={points} />}
      {widget.type === 'line' && <LineChart points={points} />}
      {widget.type === 'pie' && <PieChart points={points} />}
      {points.length > MAX_POINTS && widget.type !== 'line' && <p className="soft">The chart has the first {MAX_POINTS} groups.</p>}
      <details>
        <summary>
          As a table<span className="hidden-text"> of {widget.title}</span>
        </summary>
        {values}
      </details>
    </>
  );
}

/** The groups that a table of a chart shows. */
const MAX_ROWS = 100;

function PointTable({
  points,
  heading,
  hasMore,
}: {
  readonly points: readonly Point[];
  readonly heading: string;
  readonly hasMore: boolean;
}): ReactElement {
  return (
    <>
      <div className="table-box">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{heading}</th>
              <th scope="col" className="end">
                Value
              </th>
            </tr>
          </thead>
          <tbody>
            {points.slice(0, MAX_ROWS).map(({ label, text }) => (
              <tr key={label}>
                <td>{label}</td>
                <td className="end number">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(hasMore || points.length > MAX_ROWS) && <p className="soft">These are the largest groups only.</p>}
    </>
  );
}
