import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useLocation } from 'wouter';
import { faultsOf } from '../../../api/faults.ts';
import { spaceClient } from '../../../api/space-client.ts';
import { useFormCall } from '../../../api/use-form-call.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Choices, TextField } from '../../../parts/field.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { sayDone } from '../../../parts/toast.tsx';
import { ZoneField } from '../../../parts/zone-field.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { useSpace } from '../../../shell/session.tsx';
import { useOwnZone } from '../times/use-zone.ts';
import { pagesKey } from './booking-page.ts';

const kinds = [
  ['one_on_one', 'One guest a time'],
  ['group', 'A group shares a time'],
] as const;

/** Renders the form of a new booking page. It leads to the page, whose hours are Monday to Friday from nine to five. */
export function CreatePageDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const ownZone = useOwnZone();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<(typeof kinds)[number][0]>('one_on_one');
  const [minutes, setMinutes] = useState('30');
  const [timezone, setTimezone] = useState(ownZone);
  const { error, isBusy, run } = useFormCall();
  const faultOf = faultsOf(error);
  const args = { name: name.trim(), booking_type: kind, duration_minutes: Number(minutes), timezone };

  const create = () =>
    run(async (idempotency_key) => {
      const page = await spaceClient(space.id).booking_pages.create(args, { idempotency_key });
      navigate(spacePath(space.id, `/booking-pages/${page.id}?tab=hours`), { replace: true });
      await queries.invalidateQueries({ queryKey: [...pagesKey(space.id), 'list'] });
      sayDone(`“${page.name}” can be booked.`);
    });

  return (
    <Dialog title="Create a booking page" open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && name.trim() !== '') void create();
        }}
      >
        <TextField
          label="Name"
          required
          maxLength={200}
          placeholder="Intro call"
          help="Guests see it above the times"
          fault={faultOf('name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="Length in minutes"
          type="number"
          min={5}
          max={1_440}
          required
          fault={faultOf('duration_minutes')}
          value={minutes}
          onChange={(event) => setMinutes(event.target.value)}
        />
        <Choices legend="Guests" name="kind" value={kind} choices={kinds} onChoose={setKind} />
        <ZoneField value={timezone} fault={faultOf('timezone')} onChange={setTimezone} />
        <p className="soft">
          The page is public when it is created. It offers Monday to Friday from 09:00 to 17:00 until you change its hours.
        </p>
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <SameCall contract="booking_pages" name="create" args={args} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy || name.trim() === ''}>
            Create the page
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
