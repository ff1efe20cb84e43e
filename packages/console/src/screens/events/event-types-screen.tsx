import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import type { EventTypeName } from '../../api/event-type-name.ts';
import { eventTypes } from '../../made/event-types.ts';
import { BodyView } from '../../parts/body-view.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { spacePath } from '../../routing/paths.ts';
import { text } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { groupName, groupsOf } from '../listeners/event-type-choice.ts';
import { eventTypeQuery } from '../listening/listener.ts';
import { PlaceTabs } from '../lists/place-tabs.tsx';

const params = { search: text, type: text };

/** Renders the catalog of event types by group, each with a sample and its schema. */
export function EventTypesScreen(): ReactElement {
  const [{ search = '', type: opened }, setParams] = useSearchParams(params);
  const groups = groupsOf(eventTypes, search);
  return (
    <>
      <PageHead title="Event types" about="Every kind of event that this Space emits.">
        <SameCall contract="event_types" name="list" />
      </PageHead>
      <PlaceTabs path="/event-types" />
      <div className="search-box">
        <TextField
          label="Find an event type"
          type="search"
          placeholder="contact, booking, row …"
          value={search}
          onChange={(event) => setParams({ search: event.target.value || undefined, type: undefined }, { replace: true })}
        />
      </div>
      {groups.length === 0 && <EmptyState sentence={`No event type matches “${search}”.`} />}
      {groups.map(({ group, types }) => (
        <section key={group} className="stack" aria-label={groupName(group)}>
          <h2>{groupName(group)}</h2>
          <ul className="card types">
            {types.map((type) => (
              <li key={type.type}>
                <TypeEntry type={type} isOpen={type.type === opened} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** Renders one type; its sample and schema are read only when it opens. */
function TypeEntry({ type, isOpen }: { readonly type: EventTypeName; readonly isOpen: boolean }): ReactElement {
  const space = useSpace();
  const [isShown, setShown] = useState(isOpen);
  return (
    <details open={isOpen} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>
        {type.label} <code className="soft">{type.type}</code>
      </summary>
      {isShown && (
        <div className="stack type-entry">
          <p>
            Filters: <code>{['actor_kind', ...type.filters].join(', ')}</code>.{' '}
            <Link href={spacePath(space.id, `/events?type=${type.type}`)}>Stored events of this type</Link>
          </p>
          <TypeData type={type.type} />
        </div>
      )}
    </details>
  );
}

/** Renders a sample of the data of a type, and its schema. */
function TypeData({ type }: { readonly type: string }): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useQuery(eventTypeQuery(space.id, type));
  if (!data) return error ? <ProblemNotice error={error} onRetry={refetch} /> : <Skeleton />;
  return (
    <>
      <h3>A sample of the data</h3>
      <BodyView body={JSON.stringify(data.sample, null, 2)} label="Copy the sample" />
      <details>
        <summary>JSON Schema of the data</summary>
        <BodyView body={JSON.stringify(data.data_schema, null, 2)} label="Copy the schema" />
      </details>
    </>
  );
}
