import type { ReactElement } from 'react';
import { eventTypes } from '../../made/event-types.ts';
import { SelectField } from '../../parts/select-field.tsx';
import { FilterFields } from '../listening/filter-fields.tsx';
import { getsType, type ListenerDraft } from './listener-draft.ts';

/** Props of the filters of a listener. */
export interface ListenerFiltersProps {
  readonly draft: ListenerDraft;
  readonly faultOf: (...paths: readonly string[]) => string | undefined;
  readonly onChange: (change: Partial<ListenerDraft>) => void;
}

/** Renders the filters of a listener: one of every event, and those of the event types that are chosen for a filter. */
export function ListenerFilters({ draft, faultOf, onChange }: ListenerFiltersProps): ReactElement {
  const { event_types, filters } = draft;
  const filterable = eventTypes.filter(({ type, filters: keys }) => keys.length > 0 && getsType(event_types, type));
  const shown = filterable.filter(({ type }) => filters[type]);
  const others = filterable.filter(({ type }) => !filters[type]);
  const set = (type: string, texts: Readonly<Record<string, string>>) => onChange({ filters: { ...filters, [type]: texts } });
  return (
    <fieldset className="field">
      <legend className="label">Only if</legend>
      <p className="help">An empty condition allows every event. Commas stand between several allowed texts.</p>
      <FilterFields
        keys={['actor_kind']}
        texts={{ actor_kind: draft.actor_kind }}
        faultOf={() => faultOf('filters.actor_kind')}
        onChange={({ actor_kind = '' }) => onChange({ actor_kind })}
      />
      {shown.map(({ type, label, filters: keys }) => (
        <fieldset key={type}>
          <legend>{label}</legend>
          <FilterFields
            keys={keys}
            texts={filters[type]!}
            faultOf={(key) => faultOf(`filters.${type}.${key}`)}
            onChange={(texts) => set(type, texts)}
          />
        </fieldset>
      ))}
      {others.length > 0 && (
        <SelectField
          label="Filter one event type"
          value=""
          choices={[['', 'Choose an event type'], ...others.map(({ type, label }) => [type, label] as const)]}
          onChoose={(type) => type !== '' && set(type, {})}
        />
      )}
    </fieldset>
  );
}
