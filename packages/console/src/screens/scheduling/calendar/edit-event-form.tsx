import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { faultsOf } from '../../../api/faults.ts';
import type { Thing } from '../../../api/use-thing.ts';
import { Button } from '../../../parts/button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { makeChange } from '../../../shell/change.ts';
import { useSpace } from '../../../shell/session.tsx';
import type { Entry } from './entry.ts';
import { EventFields } from './event-fields.tsx';
import { changedFields, timeFault, valuesOf } from './event-values.ts';

/** Renders the form of an event. A recurring event changes for all of its times. */
export function EditEventForm({ thing, onDone }: { readonly thing: Thing<Entry>; readonly onDone: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  // The event as it was when the form opened, so that a change of someone else is not overwritten.
  const [{ value: event, etag }] = useState(thing);
  const [values, setValues] = useState(() => valuesOf(event));
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const change = changedFields(values, event);
  const isReady = change !== undefined && values.title.trim() !== '' && Object.keys(timeFault(values)).length === 0;

  async function save(): Promise<void> {
    if (!change) return;
    setBusy(true);
    setError(undefined);
    try {
      await makeChange(queries, {
        space_id: space.id,
        contract: 'calendar',
        name: 'update',
        path: { id: event.id },
        ...change,
        etag,
        said: `“${values.title.trim()}” is saved.`,
      });
      onDone();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  }

  return (
    <form
      className="stack"
      onSubmit={(submit) => {
        submit.preventDefault();
        if (!isBusy && isReady) void save();
      }}
    >
      {event.rrule !== null && <p className="notice">This event repeats. What you save here is for all of its times.</p>}
      <EventFields values={values} onChange={setValues} faultOf={faultsOf(error)} />
      {error !== undefined && <ProblemNotice error={error} />}
      <div className="row end">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" look="primary" disabled={isBusy || !isReady}>
          Save
        </Button>
      </div>
    </form>
  );
}
