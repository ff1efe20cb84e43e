import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useMemo } from 'react';
import { useLocation } from 'wouter';
import { eventTypes } from '../../made/event-types.ts';
import { Button } from '../../parts/button.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Select } from '../../parts/select.tsx';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { listenersList } from '../listening/listener.ts';
import { useListenerNames } from '../listening/use-listener-names.ts';
import { answerLabels, answers, filterFrom, filterParams, periodLabels, periods, states } from './delivery-filter.ts';
import { DeliveryLog } from './delivery-log.tsx';

/** Renders the deliveries of all webhooks; its filter stands in the address. */
export function DeliveriesScreen(): ReactElement {
  const space = useSpace();
  const nameOf = useListenerNames();
  const [path, navigate] = useLocation();
  const [values, setParams] = useSearchParams(filterParams);
  const listeners = useQuery(listenersList(space.id));
  const { state, listener, type, answer, period, event } = values;
  // The start of a period moves with the clock; it is computed once for each filter, so that the list has one key.
  const filter = useMemo(
    () => filterFrom({ state, listener, type, answer, period, event }, new Date()),
    [state, listener, type, answer, period, event],
  );
  const webhooks = listeners.data?.data.filter(({ kind }) => kind === 'webhook') ?? [];
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <PageHead title="Deliveries" about="Each event on its way to each webhook, newest first.">
        <SameCall contract="deliveries" name="search" args={filter} />
      </PageHead>
      <div className="filters">
        <Select
          label="State"
          value={state ?? ''}
          choices={[['', 'Any state'], ...states.map((one) => [one, one] as const)]}
          onChoose={(chosen) => setParams({ state: chosen === '' ? undefined : chosen }, { replace: true })}
        />
        <Select
          label="Listener"
          value={listener ?? ''}
          choices={[['', 'Any listener'], ...webhooks.map(({ id, name }) => [id, name] as const)]}
          onChoose={(chosen) => setParams({ listener: chosen || undefined }, { replace: true })}
        />
        <Select
          label="Event type"
          value={type ?? ''}
          choices={[['', 'Any event type'], ...eventTypes.map((one) => [one.type, one.label] as const)]}
          onChoose={(chosen) => setParams({ type: chosen || undefined }, { replace: true })}
        />
        <Select
          label="Last answer"
          value={answer ?? ''}
          choices={[['', 'Any answer'], ...answers.map((one) => [one, answerLabels[one]] as const)]}
          onChoose={(chosen) => setParams({ answer: chosen === '' ? undefined : chosen }, { replace: true })}
        />
        <Select
          label="Period"
          value={period ?? ''}
          choices={[['', 'Any time'], ...periods.map((one) => [one, periodLabels[one]] as const)]}
          onChoose={(chosen) => setParams({ period: chosen === '' ? undefined : chosen }, { replace: true })}
        />
        {isFiltered && <Button onClick={() => navigate(path, { replace: true })}>Clear the filter</Button>}
      </div>
      {event !== undefined && (
        <p className="soft">
          Only deliveries of the event <code>{event}</code>.
        </p>
      )}
      <DeliveryLog key={JSON.stringify(filter)} filter={filter} nameOf={nameOf} />
    </>
  );
}
