import type { HourOfCalls } from './call-chart.tsx';

const HOUR_MS = 3_600_000;

/** The calls of one hour and outcome, as the service counts them. */
interface Figure {
  readonly hour_at?: string | undefined;
  readonly outcome?: string | undefined;
  readonly calls: number;
}

/** Returns the last hours up to now, each with its calls; hours without a call too. */
export function hoursOfCalls(figures: readonly Figure[], now: number, hours: number): readonly HourOfCalls[] {
  const last = Math.floor(now / HOUR_MS) * HOUR_MS;
  return Array.from({ length: hours }, (_, index) => {
    const at = last - (hours - 1 - index) * HOUR_MS;
    const its = figures.filter(({ hour_at }) => hour_at !== undefined && Date.parse(hour_at) === at);
    const sum = (isDone: boolean) => its.filter(({ outcome }) => (outcome === 'ok') === isDone).reduce((all, { calls }) => all + calls, 0);
    return { hour_at: new Date(at).toISOString(), done: sum(true), refused: sum(false) };
  });
}
