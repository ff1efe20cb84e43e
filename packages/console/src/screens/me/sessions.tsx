import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { endOtherSessions, endSession, listSessions } from '../../api/person.ts';
import { Button } from '../../parts/button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { sayDone, sayFailed } from '../../parts/toast.tsx';
import { browserName } from './browser-name.ts';
import { SIGN_INS_KEY } from './sign-ins.tsx';

/** The key of the list of sessions in the cache. */
export const SESSIONS_KEY = ['person', 'sessions'] as const;

/** Renders the sessions of the person, each with a button that ends it. */
export function Sessions(): ReactElement {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: SESSIONS_KEY, queryFn: listSessions });
  async function end(call: () => Promise<unknown>, done: string): Promise<void> {
    try {
      await call();
      await Promise.all([SESSIONS_KEY, SIGN_INS_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })));
      sayDone(done);
    } catch (failure) {
      sayFailed(failure);
    }
  }
  return (
    <section className="card stack" aria-labelledby="sessions">
      <div className="page-head">
        <h2 id="sessions">Sessions</h2>
        {data && data.length > 1 && (
          <Button small look="danger" onClick={() => void end(endOtherSessions, 'Your other sessions have ended.')}>
            End all others
          </Button>
        )}
      </div>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data && (
        <div className="table-box cards">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Browser</th>
                <th scope="col">Last used</th>
                <th scope="col">Began</th>
                <th scope="col">Ends</th>
                <th scope="col">
                  <span className="hidden-text">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map(({ id, user_agent, last_used_at, created_at, expires_at, is_current }) => (
                <tr key={id}>
                  <td className="first">{browserName(user_agent)}</td>
                  <td data-label="Last used">
                    <TimeAgo at={last_used_at} />
                  </td>
                  <td data-label="Began">
                    <TimeAgo at={created_at} />
                  </td>
                  <td data-label="Ends">
                    <TimeAgo at={expires_at} />
                  </td>
                  <td className="bare end">
                    {is_current ? (
                      <span className="badge good">✓ this one</span>
                    ) : (
                      <Button small look="danger" onClick={() => void end(() => endSession(id), 'The session has ended.')}>
                        End
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
