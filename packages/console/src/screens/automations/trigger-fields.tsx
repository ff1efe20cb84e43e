import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { eventTypes } from '../../made/event-types.ts';
import { BodyView } from '../../parts/body-view.tsx';
import { Select } from '../../parts/select.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useSpace } from '../../shell/session.tsx';
import { groupName } from '../listeners/event-type-choice.ts';
import { FilterFields } from '../listening/filter-fields.tsx';
import { eventTypeQuery } from '../listening/listener.ts';
import type { PlanDraft } from './plan-draft.ts';

/** Event types that trigger no automation, because each run would start the next. */
const runEvents = /^automation_run_/;

/** Props of the part of an automation that says what starts it. */
export interface TriggerFieldsProps {
  readonly plan: PlanDraft;
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (plan: PlanDraft) => void;
}

/** Renders the choice of the event type or of a start by hand, a sample of the event, and the conditions. */
export function TriggerFields({ plan, faults, onChange }: TriggerFieldsProps): ReactElement {
  const space = useSpace();
  const { data } = useQuery({ ...eventTypeQuery(space.id, plan.event_type), enabled: plan.event_type !== '' });
  const offered = eventTypes.filter(({ type }) => !runEvents.test(type));
  const type = offered.find((one) => one.type === plan.event_type);
  const fault = faults['trigger.event_type'] ?? faults.trigger;
  return (
    <section className="card stack" aria-label="When">
      <h2>When</h2>
      <div className="field">
        <span className="label">It starts</span>
        <Select
          label="It starts"
          value={plan.event_type}
          choices={[
            ['', 'By hand, or by a call of the API'],
            ...offered.map((one) => [one.type, `${one.label} (${groupName(one.group).toLowerCase()})`] as const),
            ...(plan.event_type !== '' && !type ? [[plan.event_type, plan.event_type] as const] : []),
          ]}
          onChoose={(event_type) => onChange({ ...plan, event_type, filters: {} })}
        />
        {fault && <p className="fault">{fault}</p>}
      </div>
      {type && (
        <>
          <details>
            <summary>A sample of this event</summary>
            {data ? <BodyView body={JSON.stringify(data.sample, null, 2)} label="Copy the sample" /> : <Skeleton />}
          </details>
          <fieldset className="field">
            <legend className="label">Only if</legend>
            <p className="help">An empty condition allows every event. Commas stand between several allowed texts.</p>
            <FilterFields
              keys={['actor_kind', ...type.filters]}
              texts={plan.filters}
              faultOf={(key) => faults[`trigger.filters.${key}`]}
              onChange={(filters) => onChange({ ...plan, filters })}
            />
          </fieldset>
        </>
      )}
    </section>
  );
}
