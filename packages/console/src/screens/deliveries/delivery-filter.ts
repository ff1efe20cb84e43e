import { oneOf, text, type ValuesOf } from '../../routing/search-params.ts';
import type { DeliveryFilter } from './delivery.ts';

/** The states of a delivery. */
export const states = ['pending', 'succeeded', 'retrying', 'dead', 'skipped'] as const;

/** The last answers that a filter offers: a class of codes, or an error without a code. */
export const answers = ['2xx', '3xx', '4xx', '5xx', 'timeout', 'dns', 'tls', 'refused', 'connection', 'unsafe_address'] as const;

/** The periods before now that a filter offers. */
export const periods = ['1h', '1d', '7d'] as const;

/** The labels of the last answers. */
export const answerLabels: Readonly<Record<(typeof answers)[number], string>> = {
  '2xx': '2xx: accepted',
  '3xx': '3xx: a redirect',
  '4xx': '4xx: refused by the receiver',
  '5xx': '5xx: the receiver failed',
  timeout: 'No answer in time',
  dns: 'The name was not found',
  tls: 'The certificate failed',
  refused: 'The connection was refused',
  connection: 'The connection broke',
  unsafe_address: 'The address is not public',
};

/** The labels of the periods. */
export const periodLabels: Readonly<Record<(typeof periods)[number], string>> = {
  '1h': 'Last hour',
  '1d': 'Last 24 hours',
  '7d': 'Last 7 days',
};

const HOUR_MS = 60 * 60 * 1_000;
const hours: Readonly<Record<(typeof periods)[number], number>> = { '1h': 1, '1d': 24, '7d': 7 * 24 };

/** The parameters of the list of deliveries in its address. */
export const filterParams = {
  state: oneOf(states),
  listener: text,
  type: text,
  answer: oneOf(answers),
  period: oneOf(periods),
  event: text,
};

/** Returns the filter of the list for the parameters of its address. */
export function filterFrom({ state, listener, type, answer, period, event }: ValuesOf<typeof filterParams>, now: Date): DeliveryFilter {
  return {
    ...(state && { status: state }),
    ...(listener && { subscription_id: listener }),
    ...(type && { event_type: type }),
    ...(event && { event_id: event }),
    ...(answer && answerFilter(answer)),
    ...(period && { since: new Date(now.getTime() - hours[period] * HOUR_MS).toISOString() }),
  };
}

function answerFilter(answer: (typeof answers)[number]): DeliveryFilter {
  if (answer === '2xx' || answer === '3xx' || answer === '4xx' || answer === '5xx') {
    const start = Number(answer[0]) * 100;
    return { min_response_code: start, max_response_code: start + 99 };
  }
  return { error: answer };
}
