import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { useFormCall } from '../../../api/use-form-call.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { TextField } from '../../../parts/field.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { Tick } from '../../../parts/tick.tsx';
import { sayDone } from '../../../parts/toast.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { pushUndo } from '../../../shell/undo.ts';
import { dayAt, instantAt, isDay } from '../times/days.ts';
import { longDay, timeRange } from '../times/labels.ts';
import { type Booking, staleAfterBooking } from './booking.ts';
import { SlotPicker } from './slot-picker.tsx';

/** Renders the form that moves a booking to a free time of its page, or to any time. */
export function RescheduleDialog({ booking, onClose }: { readonly booking: Booking; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<string>();
  const [isForced, setForced] = useState(false);
  const [day, setDay] = useState(dayAt(Date.parse(booking.starts_at), booking.timezone));
  const [time, setTime] = useState('');
  const { error, isBusy, run } = useFormCall();
  const client = spaceClient(space.id).bookings;
  const { id, timezone, guest } = booking;
  const typed = isDay(day) && time !== '' ? new Date(instantAt(day, time, timezone)).toISOString() : undefined;
  const starts_at = isForced ? typed : chosen;
  const args = { id, ...(starts_at !== undefined && { starts_at }), ...(isForced && { skip_availability_check: true }) };
  const reread = () => Promise.all(staleAfterBooking(space.id).map((queryKey) => queries.invalidateQueries({ queryKey })));

  const move = () =>
    run(async (idempotency_key) => {
      const moved = await client.reschedule(args, { idempotency_key });
      await reread();
      const { before } = moved;
      const start = Date.parse(moved.starts_at);
      const said = `The booking of ${guest.name} is moved to ${longDay(dayAt(start, timezone))}, ${timeRange(start, Date.parse(moved.ends_at), timezone)}.`;
      const undo = async () => {
        const old = { id, starts_at: before.starts_at, ends_at: before.ends_at };
        await client.reschedule({ ...old, ...(before.is_forced && { skip_availability_check: true }) });
        await reread();
      };
      pushUndo({ said, undo });
      sayDone(said, `Space sends ${guest.name} no message. Write to ${guest.email}.`);
      onClose();
    });

  return (
    <Dialog title="Move this booking" open look="wide" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && starts_at !== undefined) void move();
        }}
      >
        {!isForced && <SlotPicker page_id={booking.booking_page_id} value={chosen} onChoose={setChosen} />}
        <Tick label="Choose any time, also one that is not free" checked={isForced} onChange={setForced} />
        {isForced && (
          <div className="row">
            <TextField label="Day" type="date" required value={day} onChange={(event) => setDay(event.target.value)} />
            <TextField label={`Start in ${timezone}`} type="time" required value={time} onChange={(event) => setTime(event.target.value)} />
          </div>
        )}
        <div className="notice">
          <p>
            The calendar event moves, too. Space sends the guest no message, and the links of the guest keep working. Listeners of{' '}
            <code>booking_rescheduled</code> receive the event.
            {isForced && ' Other bookings may overlap a time that is not checked.'}
          </p>
        </div>
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <SameCall contract="bookings" name="reschedule" args={args} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy || starts_at === undefined}>
            Move the booking
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
