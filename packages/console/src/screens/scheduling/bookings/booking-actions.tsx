import { CalendarPlus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { Button } from '../../../parts/button.tsx';
import { sayFailed } from '../../../parts/toast.tsx';
import { useSpace } from '../../../shell/session.tsx';
import type { Booking } from './booking.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { RescheduleDialog } from './reschedule-dialog.tsx';

/** Renders what can be done with a booking: move it, cancel it, and save its calendar file. */
export function BookingActions({ booking }: { readonly booking: Booking }): ReactElement {
  const space = useSpace();
  const [opened, setOpened] = useState<'move' | 'cancel'>();
  const close = () => setOpened(undefined);
  async function download(): Promise<void> {
    try {
      const { ics } = await spaceClient(space.id).bookings.ics({ id: booking.id });
      const url = URL.createObjectURL(new Blob([ics], { type: 'text/calendar' }));
      const link = document.createElement('a');
      link.href = url;
      link.download = `${booking.id}.ics`;
      link.click();
      URL.revokeObjectURL(url);
    } catch (failure) {
      sayFailed(failure);
    }
  }
  return (
    <div className="row">
      {booking.status === 'confirmed' && space.scopes.includes('pages:write') && (
        <>
          <Button look="primary" onClick={() => setOpened('move')}>
            Move
          </Button>
          <Button look="danger" onClick={() => setOpened('cancel')}>
            Cancel the booking
          </Button>
        </>
      )}
      <Button onClick={() => void download()}>
        <CalendarPlus size={16} aria-hidden="true" />
        Calendar file
      </Button>
      {opened === 'move' && <RescheduleDialog booking={booking} onClose={close} />}
      {opened === 'cancel' && <CancelDialog booking={booking} onClose={close} />}
    </div>
  );
}
