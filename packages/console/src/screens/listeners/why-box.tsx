import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { type SpaceClient, spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { spacePath } from '../../routing/paths.ts';
import { text } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { useSpace } from '../../shell/session.tsx';

type Verdict = Awaited<ReturnType<SpaceClient['deliveries']['explain']>>;

const params = { why: text };

/** Renders the question why an event did or did not arrive, and the answer of the service. */
export function WhyBox({ id }: { readonly id: string }): ReactElement {
  const space = useSpace();
  const [{ why = '' }] = useSearchParams(params);
  const [eventId, setEventId] = useState(why);
  const [verdict, setVerdict] = useState<Verdict>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  async function ask(): Promise<void> {
    setBusy(true);
    setError(undefined);
    setVerdict(undefined);
    try {
      setVerdict(await spaceClient(space.id).deliveries.explain({ id, event_id: eventId.trim() }));
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className="card stack" aria-label="Why an event did not arrive">
      <h2>Why did an event not arrive?</h2>
      <form
        className="why"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && eventId.trim() !== '') void ask();
        }}
      >
        <TextField label="Id of the event" placeholder="evt_…" value={eventId} onChange={(event) => setEventId(event.target.value)} />
        <Button type="submit" disabled={isBusy || eventId.trim() === ''}>
          Explain
        </Button>
      </form>
      <div aria-live="polite">
        {verdict && (
          <div className="notice">
            <p className="row">
              <StateBadge state={verdict.verdict} />
              {verdict.rule && <code>{verdict.rule}</code>}
            </p>
            <p>{verdict.message}</p>
            {verdict.delivery_id !== null && (
              <p>
                <Link href={spacePath(space.id, `/event-subscriptions/${id}/deliveries/${verdict.delivery_id}`)}>Open the delivery</Link>
              </p>
            )}
          </div>
        )}
      </div>
      {error !== undefined && <ProblemNotice error={error} />}
    </section>
  );
}
