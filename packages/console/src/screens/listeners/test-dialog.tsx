import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useSpace } from '../../shell/session.tsx';
import { attemptText, type Delivery } from '../deliveries/delivery.ts';

/** Renders the result of one test request, and a button for another. */
export function TestDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const [result, setResult] = useState<Delivery>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  async function test(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      setResult(await spaceClient(space.id).deliveries.test({ id }));
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  }

  const attempt = result?.attempts.at(-1);
  return (
    <Dialog title="Test the webhook" open onClose={onClose}>
      <div className="stack">
        <p>
          One signed request with an event of the type <code>test</code> goes to the address. It is not retried.
        </p>
        <div aria-live="polite" className="stack">
          {isBusy && <p className="soft">Waiting for the answer …</p>}
          {!isBusy && attempt && (
            <div className={`notice ${attempt.status === 'succeeded' ? 'good' : 'bad'}`}>
              <p className="row">
                <StateBadge state={attempt.status} />
                <span>{attemptText(attempt)}</span>
              </p>
              {attempt.error_message && <p>{attempt.error_message}</p>}
            </div>
          )}
          {!isBusy && attempt?.response_body && <CodeBlock code={attempt.response_body} label="Copy the answer" />}
        </div>
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <Button onClick={onClose}>Close</Button>
          <Button look="primary" disabled={isBusy} onClick={() => void test()}>
            {result ? 'Send another test' : 'Send the test'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
