import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { newIdempotencyKey } from '../../../api/send.ts';
import { spaceClient } from '../../../api/space-client.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { TextField } from '../../../parts/field.tsx';
import { Tick } from '../../../parts/tick.tsx';
import { sayDone } from '../../../parts/toast.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { type Booking, staleAfterBooking } from './booking.ts';

/** Renders the question before a booking is cancelled, with what follows from it. */
export function CancelDialog({ booking, onClose }: { readonly booking: Booking; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [reason, setReason] = useState('');
  const [deletesEvent, setDeletesEvent] = useState(false);
  const { guest } = booking;
  async function cancel(): Promise<void> {
    const fields = { id: booking.id, delete_calendar_event: deletesEvent, ...(reason.trim() !== '' && { reason: reason.trim() }) };
    await spaceClient(space.id).bookings.cancel(fields, { idempotency_key: idempotencyKey });
    await Promise.all(staleAfterBooking(space.id).map((queryKey) => queries.invalidateQueries({ queryKey })));
    sayDone(`The booking of ${guest.name} is cancelled.`, `Space sends no message. Write to ${guest.email}.`);
  }
  return (
    <ConfirmDialog title="Cancel this booking?" action="Cancel the booking" onConfirm={cancel} onClose={onClose}>
      <div className="stack">
        <p>
          The time is free for others immediately, and the links of {guest.name} to move and to cancel stop working. There is no way back.
        </p>
        <p>
          Space sends the guest no message. Listeners of <code>booking_cancelled</code> receive the event with the reason.
        </p>
        <TextField
          label="Reason"
          maxLength={500}
          help="Stands with the booking"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {booking.calendar_event_id !== null && (
          <Tick label="Delete its calendar event; otherwise it stays as cancelled" checked={deletesEvent} onChange={setDeletesEvent} />
        )}
      </div>
    </ConfirmDialog>
  );
}
