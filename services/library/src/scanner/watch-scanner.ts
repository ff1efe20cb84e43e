import { type Log, metrics } from '@space/runtime';
import { SECOND_MS } from '@space/time';
import { runPeriodically, type Task } from '@space/worker';
import type { Scanner } from './scanner.ts';

/** Interval at which a process asks whether the scanner answers. */
const INTERVAL_MS = 5 * SECOND_MS;

/** The watch over the virus scanner of a process. */
interface ScannerWatch {
  /** Returns why the scanner did not answer the last time; true if it did. */
  state(): true | string;
  readonly task: Task;
}

/** Asks the scanner from time to time whether it answers. An outage is a metric and a log line; the process stays ready. */
export function watchScanner(scanner: Scanner, log: Log): ScannerWatch {
  let state: true | string = true;
  let stop = (): void => {};

  async function check(): Promise<void> {
    const before = state;
    state = await scanner.ping().then(
      () => true as const,
      (error: Error) => error.message,
    );
    metrics.scannerUp.set({ scanner: 'clamd' }, state === true ? 1 : 0);
    if ((state === true) === (before === true)) return;
    if (state === true) log.info('the virus scanner answers again');
    else log.error({ reason: state }, 'the virus scanner does not answer; no file is accepted until it does');
  }

  return {
    state: () => state,
    task: {
      name: 'watch over the virus scanner',
      async start() {
        void check();
        stop = runPeriodically(INTERVAL_MS, check, (error) => log.error({ err: error }, 'asking the virus scanner failed'));
      },
      stop: async () => stop(),
    },
  };
}
