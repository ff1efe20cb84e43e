import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../api/space-client.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { canOpen } from '../../shell/navigation.ts';
import { useSpace } from '../../shell/session.tsx';
import { CallChart } from './call-chart.tsx';
import { hoursOfCalls } from './hours-of-calls.ts';

const HOURS = 24;
const SHOWN = 10;

/** Renders the calls of the last day: by hour, and the most frequent keys, operations and refusals. */
export function CallFigures(): ReactElement {
  const space = useSpace();
  const client = spaceClient(space.id);
  const [now] = useState(() => Date.now());
  const queryOf = (by: readonly ('hour' | 'key' | 'operation' | 'outcome')[]) => ({
    queryKey: ['space', space.id, 'activity', 'figures', by],
    queryFn: () => client.activity.figures({ by: [...by] }),
  });
  const byHour = useQuery(queryOf(['hour', 'outcome']));
  const byKey = useQuery(queryOf(['key']));
  const byOperation = useQuery(queryOf(['operation', 'outcome']));
  const isAdmin = canOpen(space, '/settings/keys', 'admin');
  const keys = useQuery({
    queryKey: ['space', space.id, 'settings', 'list_keys', 'names'],
    queryFn: () => client.settings.list_keys({ limit: 200 }),
    enabled: isAdmin,
  });
  const nameOf = (id = '') => (id === '' ? 'People in the console' : (keys.data?.data.find((key) => key.id === id)?.name ?? id));
  const error = byHour.error ?? byKey.error ?? byOperation.error;
  if (error)
    return <ProblemNotice error={error} onRetry={() => void Promise.all([byHour, byKey, byOperation].map((one) => one.refetch()))} />;
  if (!byHour.data || !byKey.data || !byOperation.data) return <Skeleton />;
  const refusals = byOperation.data.data.filter(({ outcome }) => outcome !== 'ok');
  return (
    <>
      <section className="card stack" aria-label="Calls by hour">
        <h2>Calls of the last day</h2>
        {byHour.data.data.length === 0 ? (
          <p className="soft">No call yet.</p>
        ) : (
          <CallChart hours={hoursOfCalls(byHour.data.data, now, HOURS)} />
        )}
      </section>
      <Most title="By key" rows={byKey.data.data.map((one) => [nameOf(one.key_id), one.calls, one.average_ms])} />
      <Most
        title="By operation"
        rows={byOperation.data.data
          .filter(({ outcome }) => outcome === 'ok')
          .map((one) => [one.operation ?? 'another tool', one.calls, one.average_ms])}
      />
      <Most
        title="Refused"
        rows={refusals.map((one) => [
          `${one.operation ?? 'another tool'}: ${one.outcome?.replaceAll('_', ' ')}`,
          one.calls,
          one.average_ms,
        ])}
      />
    </>
  );
}

function Most({ title, rows }: { readonly title: string; readonly rows: readonly (readonly [name: string, calls: number, ms: number])[] }) {
  if (rows.length === 0) return null;
  return (
    <section className="stack" aria-label={title}>
      <h2>{title}</h2>
      <div className="table-box">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{title === 'By key' ? 'Key' : 'Operation'}</th>
              <th scope="col" className="end">
                Calls
              </th>
              <th scope="col" className="end">
                Average
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map(([name, calls, ms]) => (
              <tr key={name}>
                <td>
                  <span className="cut">{name}</span>
                </td>
                <td className="end number">{calls.toLocaleString('en')}</td>
                <td className="end number">{Math.round(ms).toLocaleString('en')} ms</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
