import type { ObjectStore } from './object-store.ts';
import { ObjectStoreRefusal, ObjectStoreUnavailable, type UnavailableReason } from './object-store-error.ts';

/** The outcome of a request to a store: why the store was not available, or `fault` for an error of the caller's body or of this program. */
export type StoreOutcome = 'ok' | 'refused' | UnavailableReason | 'fault';

/** Called with each request to a store when it has ended; a `get` ends when its first bytes can be read. */
export type ObserveRequest = (operation: string, outcome: StoreOutcome, seconds: number) => void;

/** Returns a store whose requests are observed. */
export function observedStore(store: ObjectStore, observe: ObserveRequest): ObjectStore {
  const observed =
    <Args extends readonly unknown[], T>(operation: string, run: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const started_ms = performance.now();
      const end = (outcome: StoreOutcome): void => observe(operation, outcome, (performance.now() - started_ms) / 1_000);
      try {
        const result = await run(...args);
        end('ok');
        return result;
      } catch (error) {
        end(outcomeOf(error));
        throw error;
      }
    };
  const { uploads } = store;
  return {
    put: observed('put', store.put),
    get: observed('get', store.get),
    head: observed('head', store.head),
    move: observed('move', store.move),
    remove: observed('remove', store.remove),
    list: observed('list', store.list),
    uploads: {
      create: observed('create_upload', uploads.create),
      offset: observed('upload_offset', uploads.offset),
      append: observed('append', uploads.append),
      finish: observed('finish_upload', uploads.finish),
      abort: observed('abort_upload', uploads.abort),
    },
    removeLeftovers: observed('remove_leftovers', store.removeLeftovers),
    close: () => store.close(),
  };
}

function outcomeOf(error: unknown): StoreOutcome {
  if (error instanceof ObjectStoreUnavailable) return error.reason;
  return error instanceof ObjectStoreRefusal ? 'refused' : 'fault';
}
