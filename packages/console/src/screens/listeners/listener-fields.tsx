import type { ReactElement } from 'react';
import { TextField } from '../../parts/field.tsx';
import { EventTypePicker } from './event-type-picker.tsx';
import { ListenerFilters, type ListenerFiltersProps } from './listener-filters.tsx';

/** Props of the fields of a listener. */
export interface ListenerFieldsProps extends ListenerFiltersProps {
  /** True for a webhook. */
  readonly hasAddress: boolean;
  /** The name that an empty one stands for. */
  readonly namePlaceholder?: string;
}

/** Renders the fields of a listener: the address of a webhook, the name, the event types and their filters. */
export const ListenerFields = ({ draft, faultOf, onChange, hasAddress, namePlaceholder }: ListenerFieldsProps): ReactElement => (
  <>
    {hasAddress && (
      <TextField
        label="Address"
        type="url"
        inputMode="url"
        placeholder="https://hooks.example.com/space"
        maxLength={2_048}
        required
        help="An https address that is reachable from the internet. It gets a signed POST for each event."
        fault={faultOf('url')}
        value={draft.url}
        onChange={(event) => onChange({ url: event.target.value })}
      />
    )}
    <TextField
      label="Name"
      placeholder={namePlaceholder}
      maxLength={200}
      help="To recognise it by, such as the program that receives the events"
      fault={faultOf('name')}
      value={draft.name}
      onChange={(event) => onChange({ name: event.target.value })}
    />
    <EventTypePicker isSent={hasAddress} chosen={draft.event_types} onChoose={(event_types) => onChange({ event_types })} />
    {draft.event_types.length > 0 && <ListenerFilters draft={draft} faultOf={faultOf} onChange={onChange} />}
  </>
);
