import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import type { Thing } from '../../../api/use-thing.ts';
import { Button } from '../../../parts/button.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { sayDone, sayFailed } from '../../../parts/toast.tsx';
import { makeChange } from '../../../shell/change.ts';
import { useSpace } from '../../../shell/session.tsx';
import { pushUndo } from '../../../shell/undo.ts';
import { calendarKey } from './calendar-query.ts';
import { type Entry, isMovable } from './entry.ts';
import { occurrenceDay, skipOccurrence } from './move.ts';

/** Props of the actions of an entry: the event with its ETag, and the occurrence that is shown. */
export interface EntryActionsProps {
  readonly thing: Thing<Entry>;
  readonly entry: Entry;
  readonly onEdit: () => void;
  readonly onMove: () => void;
  readonly onGone: () => void;
}

/** Renders what can be done with an entry. The event of a confirmed booking is moved and deleted with its booking. */
export function EntryActions({ thing, entry, onEdit, onMove, onGone }: EntryActionsProps): ReactElement | null {
  const space = useSpace();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const calendar = spaceClient(space.id).calendar;
  const { value: event, etag } = thing;
  const reread = () => queries.invalidateQueries({ queryKey: calendarKey(space.id) });
  const isOfBooking = event.booking_page_id !== null;
  if (isOfBooking && event.status !== 'cancelled') return null;

  async function run(act: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    try {
      await act();
      onGone();
    } catch (failure) {
      sayFailed(failure);
      setBusy(false);
    }
  }

  async function remove(): Promise<void> {
    const { before } = await calendar.delete({ id: event.id }, { ...(etag !== undefined && { if_match: etag }) });
    await reread();
    const said = `“${event.title}” is deleted.`;
    if (before)
      pushUndo({
        said,
        undo: async () => {
          await calendar.create(before);
          await reread();
        },
      });
    sayDone(said);
  }

  const skip = () =>
    makeChange(queries, {
      space_id: space.id,
      contract: 'calendar',
      name: 'update',
      path: { id: event.id },
      ...skipOccurrence(event, entry),
      etag,
      said: `“${event.title}” leaves out ${occurrenceDay(entry)}.`,
    });

  return (
    <div className="row">
      {isMovable(entry) && (
        <>
          <Button look="primary" onClick={onEdit}>
            Edit
          </Button>
          <Button onClick={onMove}>Move</Button>
        </>
      )}
      {event.rrule !== null && (
        <Button disabled={isBusy} onClick={() => void run(skip)}>
          Leave this one out
        </Button>
      )}
      <Button look="danger" disabled={isBusy} onClick={() => (isOfBooking ? setAsking(true) : void run(remove))}>
        {event.rrule === null ? 'Delete' : 'Delete all'}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Delete this entry?"
          action="Delete the entry"
          onConfirm={async () => {
            await remove();
            onGone();
          }}
          onClose={() => setAsking(false)}
        >
          <p>It is the entry of a cancelled booking. The booking stays. There is no way back.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
