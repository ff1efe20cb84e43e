import { createContext, type ReactElement, use, useSyncExternalStore } from 'react';
import { absoluteTime, relativeTime } from './relative-time.ts';

/** Provides the time zone of the person; undefined is that of the browser. */
export const Timezone = createContext<string | undefined>(undefined);

const TICK_MS = 30_000;
let now = Date.now();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) timer = setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** Renders a time relative to now, with the absolute time as its title. A text that is no time is shown as it is. */
export function TimeAgo({ at }: { readonly at: string }): ReactElement {
  const current = useSyncExternalStore(subscribe, () => now);
  const timezone = use(Timezone);
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <span>{at}</span>;
  return (
    <time dateTime={date.toISOString()} title={absoluteTime(date, timezone)}>
      {relativeTime(date, new Date(Math.max(current, Date.now())))}
    </time>
  );
}
