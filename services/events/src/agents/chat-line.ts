import type { Event } from '@space/contracts/core';

/** Events whose ids one line names, and that it tells in words. */
export const MAX_LISTED_EVENTS = 100;
/** Characters of the data of an event that has a line of its own. */
const MAX_DATA = 4_000;
/** Characters of the data of all events of a batch. */
const MAX_BATCH_DATA = 16_000;

/** The line of one event: what happened, and its data as JSON in braces. */
export const formatEventLine = (event: Event): string => formatEvent(event, MAX_DATA);

/** The line of a batch: how many events, then each in a row of its own, and where to find what is left out. */
export function formatBatchLine(events: readonly Event[], count: number): string {
  if (count === 1) return formatEventLine(events[0]!);
  const room = Math.floor(MAX_BATCH_DATA / events.length);
  const rest = count - events.length;
  return [
    `${count} events:`,
    ...events.map((event) => `- ${formatEvent(event, room)}`),
    ...(rest > 0 ? [`- and ${rest} more; get_events has them.`] : []),
  ].join('\n');
}

/** What was written by others stays inside its quotes, its braces and its row. */
const formatEvent = ({ id, type, label, occurred_at, data }: Event, room: number): string =>
  `${label} (${type}, ${id}, ${occurred_at}) ${truncateJson(escapeLineBreaks(JSON.stringify(data)), room)}`;

/** JSON escapes line breaks only below U+0020; others that break a line, and those that turn the direction of a text, are escaped here. */
const escapeLineBreaks = (json: string): string =>
  json.replaceAll(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** JSON cut to so many characters, with the quote and the braces closed that are open where it is cut. */
function truncateJson(json: string, room: number): string {
  if (json.length <= room) return json;
  let closing = '';
  let isText = false;
  let at = 0;
  while (at < room) {
    const character = json[at]!;
    const size = isText && character === '\\' ? (json[at + 1] === 'u' ? 6 : 2) : 1;
    if (at + size > room) break;
    at += size;
    if (character === '"') isText = !isText;
    else if (isText) continue;
    else if (character === '{') closing = `}${closing}`;
    else if (character === '[') closing = `]${closing}`;
    else if (character === '}' || character === ']') closing = closing.slice(1);
  }
  return `${json.slice(0, at).toWellFormed()}…${isText ? '"' : ''}${closing}`;
}
