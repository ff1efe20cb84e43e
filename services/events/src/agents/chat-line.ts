import type { Event } from '@space/contracts/core';
import { MAX_CHAT_LINE } from '@space/contracts/events';

/** Events that one line lists at most, with their ids. */
export const MAX_LISTED_EVENTS = 100;
/** Formats the line of one event: its label, type, id, time, and its data as JSON in braces. */
export const formatEventLine = (event: Event): string => formatEvent(event, MAX_CHAT_LINE.characters);

/** Formats the line of a batch: the count, one row for each listed event, and the tool that returns the others. */
export function formatBatchLine(events: readonly Event[], count: number): string {
  if (count === 1) return formatEventLine(events[0]!);
  const limit = Math.floor(MAX_CHAT_LINE.batch_characters / events.length);
  const unlisted = count - events.length;
  return [
    `${count} events:`,
    ...events.map((event) => `- ${formatEvent(event, limit)}`),
    ...(unlisted > 0 ? [`- and ${unlisted} more; get_events returns them.`] : []),
  ].join('\n');
}

/** Formats one event. Text that others wrote stays inside its quotes, its braces and its row. */
const formatEvent = ({ id, type, label, occurred_at, data }: Event, limit: number): string =>
  `${label} (${type}, ${id}, ${occurred_at}) ${truncateJson(escapeLineBreaks(JSON.stringify(data)), limit)}`;

/** Escapes the line breaks above U+0020, which JSON leaves alone, and characters that change the direction of a text. */
const escapeLineBreaks = (json: string): string =>
  json.replaceAll(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Truncates JSON to so many characters and closes the quote and the braces that are open there. */
function truncateJson(json: string, limit: number): string {
  if (json.length <= limit) return json;
  let closing = '';
  let isText = false;
  let at = 0;
  while (at < limit) {
    const character = json[at]!;
    const size = isText && character === '\\' ? (json[at + 1] === 'u' ? 6 : 2) : 1;
    if (at + size > limit) break;
    at += size;
    if (character === '"') isText = !isText;
    else if (isText) continue;
    else if (character === '{') closing = `}${closing}`;
    else if (character === '[') closing = `]${closing}`;
    else if (character === '}' || character === ']') closing = closing.slice(1);
  }
  return `${json.slice(0, at).toWellFormed()}…${isText ? '"' : ''}${closing}`;
}
