import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { faultsOf } from '../../../api/faults.ts';
import { spaceClient } from '../../../api/space-client.ts';
import { useFormCall } from '../../../api/use-form-call.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { sayDone } from '../../../parts/toast.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { pushUndo } from '../../../shell/undo.ts';
import { calendarKey } from './calendar-query.ts';
import type { Span } from './entry.ts';
import { EventFields } from './event-fields.tsx';
import { createFields, newValues, timeFault } from './event-values.ts';

/** Renders the form of a new event. */
export function NewEventDialog({
  span,
  timezone,
  onClose,
}: {
  readonly span: Span;
  readonly timezone: string;
  readonly onClose: () => void;
}): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [values, setValues] = useState(() => newValues(span, timezone));
  const { error, isBusy, run } = useFormCall();
  const isReady = values.title.trim() !== '' && Object.keys(timeFault(values)).length === 0;
  const calendar = spaceClient(space.id).calendar;
  const reread = () => queries.invalidateQueries({ queryKey: calendarKey(space.id) });

  const create = () =>
    run(async (idempotency_key) => {
      const { id, title } = await calendar.create(createFields(values), { idempotency_key });
      await reread();
      const said = `“${title}” is in the calendar.`;
      const undo = async () => {
        await calendar.delete({ id });
        await reread();
      };
      pushUndo({ said, undo });
      sayDone(said);
      onClose();
    });

  return (
    <Dialog title="New event" open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && isReady) void create();
        }}
      >
        <EventFields values={values} onChange={setValues} faultOf={faultsOf(error)} />
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <SameCall contract="calendar" name="create" args={createFields(values)} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy || !isReady}>
            Create the event
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
