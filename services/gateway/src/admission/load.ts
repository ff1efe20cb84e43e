import { MAX_LATENESS_MS, SHEDDING_PERCENT } from '@space/contracts/platform';
import { metrics } from '@space/runtime';
import { SECOND_MS } from '@space/time';
import type { Task } from '@space/worker';

/** The pressure on a process: from `high` on it refuses requests without a known key, from `critical` on also unfair calls. */
export type Pressure = 'normal' | 'high' | 'critical' | 'full';

/** The requests in progress of a gateway and the lateness of its event loop. */
export interface Load extends Task {
  readonly in_flight: number;
  enter(): void;
  leave(): void;
  pressure(): Pressure;
  /** Returns true while the process was overloaded for some seconds: it is not ready then. */
  isOverloaded(): boolean;
}

const TICK_MS = 100;
/** The weight of the newest lateness in the smoothed one, so that one long turn of the event loop is not yet an overload. */
const NEWEST = 0.3;
/** Below so many requests in progress, a late event loop has another cause than requests. */
const MIN_LATE_REQUESTS = 32;
/** The time of overload after which the process is not ready, and of calm after which it is ready again. */
const NOT_READY_AFTER_MS = 5 * SECOND_MS;
const READY_AFTER_MS = 2 * SECOND_MS;

/** Creates the load of a gateway that takes `max` requests concurrently. `now` is a monotonic clock in milliseconds. */
export function createLoad(max: number, now: () => number = () => performance.now()): Load {
  const keyless = (max * SHEDDING_PERCENT.keyless) / 100;
  const unfair = (max * SHEDDING_PERCENT.unfair) / 100;
  let in_flight = 0;
  let lateness = 0;
  let last = now();
  let pressedSince: number | undefined;
  let calmSince: number | undefined = last;
  let isOverloaded = false;
  let timer: NodeJS.Timeout | undefined;

  const isLate = (): boolean => lateness >= MAX_LATENESS_MS && in_flight >= MIN_LATE_REQUESTS;

  function pressure(): Pressure {
    if (in_flight >= max) return 'full';
    if (in_flight >= unfair) return 'critical';
    return in_flight >= keyless || isLate() ? 'high' : 'normal';
  }

  function tick(): void {
    const at = now();
    lateness += NEWEST * (Math.max(0, at - last - TICK_MS) - lateness);
    last = at;
    // While only requests without a key are refused, the process stays ready for the calls of keys.
    if (in_flight < unfair && !isLate()) {
      pressedSince = undefined;
      calmSince ??= at;
      if (at - calmSince >= READY_AFTER_MS) isOverloaded = false;
    } else {
      calmSince = undefined;
      pressedSince ??= at;
      if (at - pressedSince >= NOT_READY_AFTER_MS) isOverloaded = true;
    }
    metrics.requestsInFlight.set(in_flight);
  }

  return {
    name: 'load',
    get in_flight() {
      return in_flight;
    },
    enter() {
      in_flight += 1;
    },
    leave() {
      in_flight -= 1;
    },
    pressure,
    isOverloaded: () => isOverloaded,
    async start() {
      last = now();
      timer = setInterval(tick, TICK_MS).unref();
    },
    async stop() {
      clearInterval(timer);
    },
  };
}
