import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { spaceClient } from '../../api/space-client.ts';
import { BodyView } from '../../parts/body-view.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useSpace } from '../../shell/session.tsx';
import { attemptCurl } from './attempt-curl.ts';
import { type Attempt, attemptText, deliveriesQuery } from './delivery.ts';
import { VerifyBox } from './verify-box.tsx';

/** Props of an exchange: the attempt, and the address of the webhook as it is now. */
export interface ExchangeProps {
  readonly id: string;
  readonly delivery_id: number;
  readonly attempt: Attempt;
  readonly url: string | undefined;
}

/** Renders what an attempt sent and what was answered, side by side, then what was signed and the request as curl. */
export function Exchange({ id, delivery_id, attempt, url }: ExchangeProps): ReactElement {
  const space = useSpace();
  const { number } = attempt;
  const {
    data: sent,
    error,
    refetch,
  } = useQuery({
    queryKey: [...deliveriesQuery(space.id), 'get_attempt', id, delivery_id, number],
    queryFn: ({ signal }) => spaceClient(space.id).deliveries.get_attempt({ id, delivery_id, number }, { signal }),
  });
  return (
    <>
      <div className="exchange">
        <Side title={`Sent at attempt ${number}`} headers={sent?.headers}>
          {error && <ProblemNotice error={error} onRetry={refetch} />}
          {!sent && !error && <Skeleton />}
          {sent && <BodyView body={sent.body} label="Copy the body" />}
        </Side>
        <Side title={`Answered: ${attemptText(attempt)}`} headers={attempt.response_headers}>
          {attempt.error_message && <p className="notice bad">{attempt.error_message}</p>}
          {attempt.response_body !== null && <BodyView body={attempt.response_body} label="Copy the answer" />}
          {attempt.response_body === null && !attempt.error_message && <p className="soft">The body is empty.</p>}
        </Side>
      </div>
      {sent && <VerifyBox sent={sent} />}
      {sent && url && (
        <details className="card">
          <summary>The request as curl</summary>
          <CodeBlock code={attemptCurl(url, sent)} label="Copy the curl command" />
        </details>
      )}
    </>
  );
}

interface SideProps {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly children: ReactNode;
}

function Side({ title, headers = {}, children }: SideProps): ReactElement {
  const entries = Object.entries(headers);
  return (
    <section className="card stack" aria-label={title}>
      <h2>{title}</h2>
      {entries.length > 0 && (
        <details>
          <summary>{entries.length} headers</summary>
          <dl className="headers">
            {entries.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {children}
    </section>
  );
}
