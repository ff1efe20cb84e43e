import './usage.css';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useMemo } from 'react';
import { spaceClient } from '../../api/space-client.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { CallFigures } from './call-figures.tsx';
import { humanBytes } from './human-amount.ts';
import { LimitBar } from './limit-bar.tsx';

const labels: Readonly<Record<string, string>> = {
  members: 'Members',
  open_invitations: 'Open invitations',
  storage_bytes: 'Storage',
  storage_rows: 'Stored rows',
  storage_files: 'Files of forms',
};

/** Renders how full each limit of the Space is, and its calls. */
export function UsageScreen(): ReactElement {
  const space = useSpace();
  const client = useMemo(() => spaceClient(space.id), [space.id]);
  const storage = useQuery({ queryKey: ['space', space.id, 'storage', 'get_usage'], queryFn: () => client.storage.get_usage() });
  const limits = useQuery({ queryKey: ['space', space.id, 'settings', 'list_limits'], queryFn: () => client.settings.list_limits() });
  const error = storage.error ?? limits.error;
  const isKnown = limits.data !== undefined && storage.data !== undefined;
  return (
    <>
      <PageHead title="Usage" about="How full each limit of this Space is, and the calls of the last day.">
        <SameCall contract="storage" name="get_usage" />
      </PageHead>
      {error && <ProblemNotice error={error} onRetry={() => void Promise.all([storage.refetch(), limits.refetch()])} />}
      {!error && !isKnown && <Skeleton />}
      {limits.data && storage.data && (
        <section className="card stack" aria-label="Limits">
          <h2>Limits</h2>
          {limits.data.data.map(({ name, used, maximum }) => (
            <LimitBar
              key={name}
              label={labels[name] ?? name.replaceAll('_', ' ')}
              used={used}
              maximum={maximum}
              {...(name === 'storage_bytes' && { format: humanBytes })}
            />
          ))}
          <p className="soft">
            {storage.data.measured_at ? (
              <>
                Measured <TimeAgo at={storage.data.measured_at} />.
              </>
            ) : (
              'Measured some seconds after the first change.'
            )}{' '}
            A change beyond a limit is refused; reading and deleting always work.
          </p>
        </section>
      )}
      {/* Later than the limits above it, so that it does not move. */}
      {(error || isKnown) && <CallFigures />}
    </>
  );
}
