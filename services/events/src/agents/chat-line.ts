import type { Event } from '@space/contracts';

/** Events whose ids one line names, and that it tells in words. */
export const TOLD_EVENTS = 100;
/** Characters of the data of an event that has a line of its own. */
const MAX_DATA = 4_000;
/** Characters of the data of all events of a batch. */
const MAX_BATCH_DATA = 16_000;

/** The line of one event: what happened, and its data as JSON in braces. */
export const lineOf = (event: Event): string => told(event, MAX_DATA);

/** The line of a batch: how many events, then each in a row of its own, and where to find what is left out. */
export function batchLine(events: readonly Event[], count: number): string {
  if (count === 1) return lineOf(events[0]!);
  const room = Math.floor(MAX_BATCH_DATA / events.length);
  const rest = count - events.length;
  return [
    `${count} events:`,
    ...events.map((event) => `- ${told(event, room)}`),
    ...(rest > 0 ? [`- and ${rest} more; get_events has them.`] : []),
  ].join('\n');
}

/** JSON has no line breaks of its own, so what was written by others stays inside its braces and its row. */
const told = ({ id, type, label, occurred_at, data }: Event, room: number): string =>
  `${label} (${type}, ${id}, ${occurred_at}) ${shortened(JSON.stringify(data), room)}`;

const shortened = (json: string, room: number): string => (json.length <= room ? json : `${json.slice(0, room).toWellFormed()}… }`);
