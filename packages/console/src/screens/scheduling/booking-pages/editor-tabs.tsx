import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { spaceClient } from '../../../api/space-client.ts';
import { TextField } from '../../../parts/field.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { TextArea } from '../../../parts/text-area.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { useSpace } from '../../../shell/session.tsx';
import { locationChoices } from './booking-page.ts';
import type { EditorTabProps } from './hours-editor.tsx';

const placeHelp = {
  custom_link: 'The https link of the meeting',
  in_person: 'The address that guests come to',
  phone_call: 'The number that guests call; empty asks for the number of the guest',
  service_meet: 'Empty tells guests that the host sends the link',
} as const;

/** Renders what guests read on a booking page. */
export function DetailsTab({ values, set, faultOf }: EditorTabProps): ReactElement {
  return (
    <>
      <TextField
        label="Name"
        required
        maxLength={200}
        fault={faultOf('name')}
        value={values.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextArea
        label="Description"
        maxLength={4_000}
        fault={faultOf('description')}
        value={values.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <SelectField
        label="Place"
        value={values.meeting_location_type}
        choices={locationChoices}
        onChoose={(meeting_location_type) => set({ meeting_location_type })}
      />
      <TextField
        label="Where"
        maxLength={500}
        help={placeHelp[values.meeting_location_type]}
        fault={faultOf('meeting_location_value', 'meeting_location_type')}
        value={values.meeting_location_value}
        onChange={(event) => set({ meeting_location_value: event.target.value })}
      />
      <TextField
        label="Host"
        maxLength={100}
        help="The person or team that guests meet; empty is the name of the Space"
        fault={faultOf('host')}
        value={values.host}
        onChange={(event) => set({ host: event.target.value })}
      />
      <TextField
        label="Language of the labels"
        placeholder="de"
        maxLength={35}
        help="Empty is that of the Space, or of the visitor"
        fault={faultOf('language')}
        value={values.language}
        onChange={(event) => set({ language: event.target.value })}
      />
      <TextField
        label="Calendar"
        required
        maxLength={64}
        help="Bookings of one calendar never overlap. Give two people or rooms a calendar each; upcoming bookings move along."
        fault={faultOf('calendar')}
        value={values.calendar}
        onChange={(event) => set({ calendar: event.target.value })}
      />
    </>
  );
}

const numbers = [
  ['duration_minutes', 'Length in minutes', 5, 1_440, undefined],
  ['slot_interval_minutes', 'Minutes from one start to the next', 5, 1_440, 'Empty is the length'],
  ['buffer_minutes', 'Free minutes between two bookings', 0, 720, 'Of two pages of one calendar the longer one counts'],
  ['min_notice_hours', 'Notice in hours', 0, 8_760, 'A time that begins sooner is not offered'],
  ['max_advance_days', 'Days ahead that can be booked', 1, 730, undefined],
] as const;

/** Renders the length of the appointments of a page, and the limits of its times. */
export function LimitsTab({ values, set, faultOf, isGroup }: EditorTabProps & { readonly isGroup: boolean }): ReactElement {
  return (
    <>
      {numbers.map(([name, label, min, max, help]) => (
        <TextField
          key={name}
          label={label}
          type="number"
          min={min}
          max={max}
          required={name !== 'slot_interval_minutes'}
          help={help}
          fault={faultOf(name)}
          value={values[name]}
          onChange={(event) => set({ [name]: event.target.value })}
        />
      ))}
      {isGroup ? (
        <TextField
          label="Guests who share a time"
          type="number"
          min={1}
          max={1_000}
          required
          fault={faultOf('capacity')}
          value={values.capacity}
          onChange={(event) => set({ capacity: event.target.value })}
        />
      ) : (
        <p className="soft">One guest books a time. A group page lets several share it; its kind is chosen when it is created.</p>
      )}
    </>
  );
}

/** Renders the choice of the form that guests answer when they book. */
export function QuestionsTab({ values, set, faultOf }: EditorTabProps): ReactElement {
  const space = useSpace();
  const { data } = useQuery({
    queryKey: ['space', space.id, 'forms', 'list', 'choices'],
    queryFn: ({ signal }) => spaceClient(space.id).forms.list({ limit: 200 }, { signal }),
    enabled: space.scopes.includes('forms:read'),
  });
  const forms = data?.data ?? [];
  const isKnown = values.form_id === '' || forms.some(({ id }) => id === values.form_id);
  return (
    <>
      <SelectField
        label="Form"
        value={values.form_id}
        choices={[
          ['', 'Name and email only'],
          ...forms.map(({ id, name }) => [id, name] as const),
          ...(isKnown ? [] : [[values.form_id, values.form_id] as const]),
        ]}
        onChoose={(form_id) => set({ form_id })}
      />
      {faultOf('form_id') && <p className="notice bad">{faultOf('form_id')}</p>}
      <p className="soft">Guests answer the questions of the form when they book. The answers stand with the booking.</p>
      <p>
        {values.form_id === '' ? (
          <Link href={spacePath(space.id, '/forms')}>Forms of this Space</Link>
        ) : (
          <Link href={spacePath(space.id, `/forms/${values.form_id}`)}>Open the form</Link>
        )}
      </p>
    </>
  );
}
