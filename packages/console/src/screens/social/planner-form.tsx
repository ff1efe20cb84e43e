import { Plus, X } from 'lucide-react';
import type { ReactElement } from 'react';
import type { FieldError } from '../../api/api-error.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { Select } from '../../parts/select.tsx';
import type { Weekday } from './days.ts';
import type { Account, Planner } from './social.ts';

/** The fields of a planner that people write. */
export type PlannerFields = Pick<Planner, 'name' | 'timezone' | 'slots' | 'account_ids'>;

const days: readonly (readonly [Weekday, string])[] = [
  ['monday', 'Monday'],
  ['tuesday', 'Tuesday'],
  ['wednesday', 'Wednesday'],
  ['thursday', 'Thursday'],
  ['friday', 'Friday'],
  ['saturday', 'Saturday'],
  ['sunday', 'Sunday'],
];

/** Props of the form of a planner. */
export interface PlannerFormProps {
  readonly fields: PlannerFields;
  readonly accounts: readonly Account[];
  readonly errors: readonly FieldError[];
  readonly onChange: (fields: PlannerFields) => void;
}

/** Renders a planner: its name, its zone, its times of the week and its accounts. */
export function PlannerForm({ fields, accounts, errors, onChange }: PlannerFormProps): ReactElement {
  const { name, timezone, slots, account_ids } = fields;
  const set = (changes: Partial<PlannerFields>) => onChange({ ...fields, ...changes });
  const faultOf = (path: string) => errors.find((one) => one.path === path || one.path.startsWith(`${path}.`))?.message;
  const setSlot = (at: number, slot: Partial<PlannerFields['slots'][number]>) => set({ slots: slots.with(at, { ...slots[at]!, ...slot }) });
  return (
    <div className="stack social-form">
      <TextField
        label="Name"
        maxLength={200}
        fault={faultOf('name')}
        value={name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextField
        label="Time zone"
        help="Such as Europe/Berlin"
        spellCheck={false}
        fault={faultOf('timezone')}
        value={timezone}
        onChange={(event) => set({ timezone: event.target.value })}
      />
      <fieldset className="stack">
        <legend className="label">Times of the week, one post each</legend>
        {slots.map(({ weekday, time }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a time has no name but its place
          <div key={at} className="social-time">
            <Select
              label={`Day ${at + 1}`}
              value={weekday as Weekday}
              choices={days}
              onChoose={(chosen) => setSlot(at, { weekday: chosen })}
            />
            <input
              className="input"
              type="time"
              aria-label={`Time ${at + 1}`}
              value={time}
              onChange={(event) => event.target.value && setSlot(at, { time: event.target.value })}
            />
            <Button
              look="plain icon"
              aria-label={`Remove time ${at + 1}`}
              disabled={slots.length === 1}
              onClick={() => set({ slots: slots.toSpliced(at, 1) })}
            >
              <X size={16} aria-hidden="true" />
            </Button>
          </div>
        ))}
        {faultOf('slots') && <p className="social-over">{faultOf('slots')}</p>}
        <div>
          <Button small onClick={() => set({ slots: [...slots, { weekday: 'monday', time: '09:00' }] })}>
            <Plus size={14} aria-hidden="true" />
            Add a time
          </Button>
        </div>
      </fieldset>
      {accounts.length > 0 && (
        <fieldset className="field">
          <legend className="label">Accounts for posts that name none</legend>
          {accounts.map(({ id, handle }) => (
            <label key={id} className="tick">
              <input
                type="checkbox"
                checked={account_ids.includes(id)}
                onChange={(event) =>
                  set({ account_ids: event.target.checked ? [...account_ids, id] : account_ids.filter((one) => one !== id) })
                }
              />
              {handle}
            </label>
          ))}
          {faultOf('account_ids') && <p className="fault">{faultOf('account_ids')}</p>}
        </fieldset>
      )}
    </div>
  );
}
