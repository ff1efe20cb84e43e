import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { listSignIns, type SignInRecord } from '../../api/person.ts';
import { Button } from '../../parts/button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { browserName } from './browser-name.ts';
import { signInText } from './sign-in-text.ts';

/** The key of the list of sign-ins in the cache. */
export const SIGN_INS_KEY = ['person', 'sign-ins'] as const;

/** Entries that are shown at first. */
const FIRST = 10;

/** Renders the latest sign-ins of the person, refused ones, and changes of how they sign in. */
export function SignIns(): ReactElement {
  const { data, error, refetch } = useQuery({ queryKey: SIGN_INS_KEY, queryFn: listSignIns });
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? data : data?.slice(0, FIRST);
  return (
    <section className="card stack" aria-labelledby="sign-ins">
      <h2 id="sign-ins">Recent sign-ins</h2>
      <p className="soft">The last 30 days. Only you see them. Change your password if one of them is not yours.</p>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data?.length === 0 && <p className="soft">Nothing yet.</p>}
      {shown && shown.length > 0 && (
        <div className="table-box cards">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">Browser</th>
                <th scope="col">When</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((record) => (
                <Row key={record.id} record={record} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && data.length > FIRST && !isWhole && (
        <div className="row">
          <Button onClick={() => setWhole(true)}>Show all {data.length}</Button>
        </div>
      )}
    </section>
  );
}

function Row({ record: { kind, method, user_agent, created_at } }: { readonly record: SignInRecord }): ReactElement {
  return (
    <tr>
      <td className="first">
        {kind === 'refused' ? <span className="badge bad">⚠ {signInText(kind, method)}</span> : signInText(kind, method)}
      </td>
      <td data-label="Browser">{user_agent === '' ? '–' : browserName(user_agent)}</td>
      <td data-label="When">
        <TimeAgo at={created_at} />
      </td>
    </tr>
  );
}
