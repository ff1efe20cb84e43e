import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { PERSON_KEY } from '../../api/person.ts';
import { spaceClient } from '../../api/space-client.ts';
import { Button } from '../../parts/button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';

/** Renders a Space that is being deleted, in place of its screens: until when that can be taken back, and the button for it. */
export function ClosedSpace({ until }: { readonly until: string }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  async function restore(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await spaceClient(space.id).settings.restore_space({});
      await queries.invalidateQueries({ queryKey: ['space', space.id] });
      await queries.invalidateQueries({ queryKey: PERSON_KEY });
      sayDone('The Space is open again.');
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  }
  return (
    <>
      <PageHead title={`${space.name} is being deleted`} />
      <section className="card stack" role="status">
        <p>
          All that this Space has is deleted <TimeAgo at={until} />. Until then its keys stop, its pages are not found, and nothing is
          delivered or run.
        </p>
        {space.role === 'owner' ? (
          <div className="row">
            <Button look="primary" disabled={isBusy} onClick={() => void restore()}>
              Take it back
            </Button>
          </div>
        ) : (
          <p>An owner can take the deletion back.</p>
        )}
      </section>
      {error !== undefined && <ProblemNotice error={error} />}
    </>
  );
}
