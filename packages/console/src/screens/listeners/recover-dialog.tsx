import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { type SpaceClient, spaceClient } from '../../api/space-client.ts';
import { useFormCall } from '../../api/use-form-call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { sayDone } from '../../parts/toast.tsx';
import { useSpace } from '../../shell/session.tsx';
import { deliveriesQuery } from '../deliveries/delivery.ts';
import type { Listener } from '../listening/listener.ts';
import { localTime } from './local-time.ts';

type Counted = Awaited<ReturnType<SpaceClient['deliveries']['recover']>>;

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Renders the recovery of a webhook: a period and what to send again, counted before anything is queued. */
export function RecoverDialog({ listener, onClose }: { readonly listener: Listener; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [since, setSince] = useState(() => localTime(new Date(listener.disabled_at ?? Date.now() - DAY_MS)));
  const [dead, setDead] = useState(true);
  const [missed, setMissed] = useState(listener.disabled_at !== null);
  const [counted, setCounted] = useState<Counted>();
  const { error, isBusy, run } = useFormCall();
  const start = new Date(since);
  const isComplete = !Number.isNaN(start.getTime()) && (dead || missed);

  const recover = (dry_run: boolean) =>
    run(async (idempotency_key) => {
      const statuses = [...(dead ? ['dead' as const] : []), ...(missed ? ['missed' as const] : [])];
      const args = { id: listener.id, since: start.toISOString(), statuses, dry_run };
      const answer = await spaceClient(space.id).deliveries.recover(args, dry_run ? {} : { idempotency_key });
      if (dry_run) return setCounted(answer);
      await queries.invalidateQueries({ queryKey: deliveriesQuery(space.id) });
      sayDone(`${countText(answer)} sent again.`, 'They go out after first attempts and retries.');
      onClose();
    });

  /** A count is that of the form as it was; another form is counted first. */
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setCounted(undefined);
    };

  return (
    <Dialog title="Recover missed events" open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete && !isBusy) void recover(!counted);
        }}
      >
        <TextField
          label="From"
          type="datetime-local"
          required
          help="In the time zone of this browser. Events are stored for 14 days."
          value={since}
          onChange={(event) => changed(setSince)(event.target.value)}
        />
        <label className="tick">
          <input type="checkbox" checked={dead} onChange={(event) => changed(setDead)(event.target.checked)} />
          <span>Dead deliveries: every attempt failed</span>
        </label>
        <label className="tick">
          <input type="checkbox" checked={missed} onChange={(event) => changed(setMissed)(event.target.checked)} />
          <span>Missed events: they have no delivery, such as those while the webhook was disabled</span>
        </label>
        {counted && (
          <p className={counted.total === 0 ? 'notice' : 'notice warn'} role="status">
            {counted.total === 0 ? 'There is nothing to send again in this period.' : `${countText(counted)} would be sent again.`}
          </p>
        )}
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!isComplete || isBusy || counted?.total === 0}>
            {counted && counted.total > 0 ? `Send ${countText(counted)}` : 'Count them first'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function countText({ total, total_is_exact }: Counted): string {
  const count = `${total_is_exact ? '' : 'At least '}${total.toLocaleString('en')}`;
  return `${count} ${total === 1 ? 'delivery' : 'deliveries'}`;
}
