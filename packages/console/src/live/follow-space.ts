import type { Change } from './change.ts';
import { openStream } from './space-stream.ts';

/**
 * Follows the live updates of a Space in this tab, and returns the function that ends it. All tabs of a browser share one stream: browsers
 * open six connections to one host, so a stream in each of six tabs would block the seventh. The tab that holds the lock reads the stream
 * and passes each message on. When it closes, another tab gets the lock. Locks are absent from plain http: there a tab has a stream of
 * its own while it is visible. A shared worker is no way: the policy allows no Trusted Types, so no script may start one (ADR 29).
 */
export function followSpace(space_id: string, receive: (change: Change) => void): () => void {
  if (!navigator.locks) return followWhileVisible(space_id, receive);
  const name = `space-live ${space_id}`;
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<Change>) => receive(data);
  const end = new AbortController();
  const lead = (hasMissed: boolean) =>
    new Promise<void>((resolve) => {
      if (end.signal.aborted) return resolve();
      const passOn = (change: Change) => {
        channel.postMessage(change);
        receive(change);
      };
      const close = openStream(space_id, passOn, hasMissed);
      end.signal.addEventListener('abort', () => {
        close();
        resolve();
      });
    });
  // Between the end of one tab's stream and the start of the next one no tab reads.
  const takeOver = () => navigator.locks.request(name, { signal: end.signal }, () => lead(true));
  navigator.locks
    .request(name, { ifAvailable: true }, (lock) => (lock ? lead(false).then(() => true) : false))
    .then((hasLed) => (hasLed || end.signal.aborted ? undefined : takeOver()))
    // It rejects when the tab stops waiting.
    .catch(() => {});
  return function stop() {
    end.abort();
    channel.close();
  };
}

function followWhileVisible(space_id: string, receive: (change: Change) => void): () => void {
  let close: (() => void) | undefined;
  function onVisibility(): void {
    if (document.hidden) close?.();
    close = document.hidden ? undefined : (close ?? openStream(space_id, receive));
  }
  onVisibility();
  document.addEventListener('visibilitychange', onVisibility);
  return function stop() {
    document.removeEventListener('visibilitychange', onVisibility);
    close?.();
  };
}
