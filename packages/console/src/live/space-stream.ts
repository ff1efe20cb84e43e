import { leaving } from '../api/leaving.ts';
import { type Change, EVERYTHING } from './change.ts';

/** Milliseconds between two looks at everything without a stream. With one they are four times as long: a lost message costs a minute. */
const WITHOUT_STREAM_MS = 15_000;
const LOOKS_WITH_STREAM = 4;

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Returns the pause before a new connection: it grows from one second to thirty, and differs by up to half. */
export const pauseAfter = (failures: number, random: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (1 - random / 2);

/**
 * Reads the live updates of a Space until the returned function is called. A connection that ends is opened again, and then everything is
 * stale. Without a connection everything is stale from time to time. With `hasMissed` the first connection also makes everything stale. It
 * also ends when the person signs out.
 */
export function openStream(space_id: string, receive: (change: Change) => void, hasMissed = false): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isOpen = false;
  let looks = 0;

  function connect(): void {
    clearTimeout(retry);
    source?.close();
    source = new EventSource(`/spaces/${encodeURIComponent(space_id)}/live`);
    source.onopen = () => {
      isOpen = true;
      failures = 0;
      if (hasMissed) receive(EVERYTHING);
      hasMissed = false;
    };
    source.onmessage = ({ data }: MessageEvent<string>) => receive(JSON.parse(data) as Change);
    source.onerror = onError;
  }

  function onOnline(): void {
    hasMissed = true;
    connect();
  }

  function onError(): void {
    // The service refused: the session or the membership may have ended.
    if (source?.readyState === EventSource.CLOSED) receive({ topic: 'me' });
    source?.close();
    isOpen = false;
    hasMissed = true;
    retry = setTimeout(connect, pauseAfter(failures, Math.random()));
    failures += 1;
  }

  const interval = setInterval(function look() {
    looks += 1;
    if (!isOpen || looks % LOOKS_WITH_STREAM === 0) receive(EVERYTHING);
  }, WITHOUT_STREAM_MS);
  function close(): void {
    leaving.removeEventListener('abort', close);
    removeEventListener('online', onOnline);
    clearInterval(interval);
    clearTimeout(retry);
    source?.close();
  }

  connect();
  addEventListener('online', onOnline);
  leaving.addEventListener('abort', close);
  return close;
}
