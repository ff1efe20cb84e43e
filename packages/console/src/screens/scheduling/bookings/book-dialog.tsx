import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useLocation } from 'wouter';
import { faultsOf } from '../../../api/faults.ts';
import { type SpaceClient, spaceClient } from '../../../api/space-client.ts';
import { useFormCall } from '../../../api/use-form-call.ts';
import { Button } from '../../../parts/button.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { TextField } from '../../../parts/field.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { TextArea } from '../../../parts/text-area.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { useSpace } from '../../../shell/session.tsx';
import { staleAfterBooking } from './booking.ts';
import { SlotPicker } from './slot-picker.tsx';

type Made = Awaited<ReturnType<SpaceClient['bookings']['create']>>;

/** Props of the form that books a time for a guest: the pages to choose from, and the one that the list shows. */
export interface BookDialogProps {
  readonly pages: readonly { readonly id: string; readonly name: string }[];
  readonly page: string | undefined;
  readonly onClose: () => void;
}

/** Renders the form that books a free time for a guest. The links of the guest are shown once. */
export function BookDialog({ pages, page, onClose }: BookDialogProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [pageId, setPageId] = useState(page ?? pages[0]?.id ?? '');
  const [starts_at, setStart] = useState<string>();
  const [guest, setGuest] = useState({ name: '', email: '', phone: '' });
  const [notes, setNotes] = useState('');
  const { error, isBusy, run } = useFormCall();
  const [made, setMade] = useState<Made>();
  const faultOf = faultsOf(error);
  const isReady = starts_at !== undefined && guest.name.trim() !== '' && guest.email.trim() !== '';

  const book = () =>
    run(async (idempotency_key) => {
      const who = { name: guest.name.trim(), email: guest.email.trim(), phone: guest.phone.trim() === '' ? null : guest.phone.trim() };
      const args = { booking_page_id: pageId, starts_at: starts_at!, guest: who, notes: notes.trim() === '' ? null : notes.trim() };
      setMade(await spaceClient(space.id).bookings.create(args, { idempotency_key }));
      await Promise.all(staleAfterBooking(space.id).map((queryKey) => queries.invalidateQueries({ queryKey })));
    });

  if (made) return <GuestLinks made={made} onClose={() => navigate(spacePath(space.id, `/bookings/${made.id}`), { replace: true })} />;
  return (
    <Dialog title="Book a time" open look="wide" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && isReady) void book();
        }}
      >
        <SelectField
          label="Booking page"
          value={pageId}
          choices={pages.map(({ id, name }) => [id, name] as const)}
          onChoose={(chosen) => {
            setPageId(chosen);
            setStart(undefined);
          }}
        />
        <SlotPicker page_id={pageId} value={starts_at} onChoose={setStart} />
        <TextField
          label="Name of the guest"
          required
          maxLength={200}
          fault={faultOf('guest.name')}
          value={guest.name}
          onChange={(event) => setGuest({ ...guest, name: event.target.value })}
        />
        <TextField
          label="Email of the guest"
          type="email"
          required
          fault={faultOf('guest.email')}
          value={guest.email}
          onChange={(event) => setGuest({ ...guest, email: event.target.value })}
        />
        <TextField
          label="Phone of the guest"
          type="tel"
          maxLength={64}
          fault={faultOf('guest.phone')}
          value={guest.phone}
          onChange={(event) => setGuest({ ...guest, phone: event.target.value })}
        />
        <TextArea
          label="Notes"
          maxLength={4_000}
          fault={faultOf('notes')}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
        <p className="notice">Space sends the guest no message. You get links for the guest to see, move and cancel the booking.</p>
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy || !isReady}>
            Book the time
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Renders the links of the guest once. */
function GuestLinks({ made, onClose }: { readonly made: Made; readonly onClose: () => void }): ReactElement {
  const { view_url, reschedule_url, cancel_url } = made.guest_links;
  const links = [
    ['See the booking', view_url],
    ['Move it', reschedule_url],
    ['Cancel it', cancel_url],
  ] as const;
  return (
    <Dialog title={`The links of ${made.guest.name}`} open onClose={onClose} isDismissible={false}>
      <div className="stack">
        <div className="notice warn">
          <p className="title">This is the only time you see these links.</p>
          <p>Send them to {made.guest.email}. Each one authorizes its action.</p>
        </div>
        {links.map(([label, url]) => (
          <div key={label}>
            <h3>{label}</h3>
            <p className="secret" data-secret="true">
              {url}
            </p>
            <div className="row end">
              <CopyButton text={url} label={`Copy the link: ${label}`} hasText />
            </div>
          </div>
        ))}
        <div className="row end">
          <Button look="primary" onClick={onClose}>
            Open the booking
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
