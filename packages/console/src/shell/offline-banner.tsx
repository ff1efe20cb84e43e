import { type ReactElement, useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Returns true while the browser has a connection. */
const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/** Renders a banner while the browser has no connection. */
export function OfflineBanner(): ReactElement {
  const isOnline = useOnline();
  return (
    <div role="status">{!isOnline && <p className="banner">You are offline. What you see may be old, and changes cannot be saved.</p>}</div>
  );
}
