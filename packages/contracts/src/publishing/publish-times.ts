import type { z } from 'zod';
import { moment } from '../core/time-fields.ts';

const time = moment.nullable().optional();

/** The times of a later publication of a page or a post and of its end, as the publish operations take them; null cancels one. */
export const publishTimes = {
  publish_at: time.describe(
    'Publishes it then, as 2026-12-01T09:00:00Z or 2026-12-01T09:00[Europe/Berlin]; default now. null cancels the schedule',
  ),
  unpublish_at: time.describe('With publish false: takes it down then; default now. null cancels the schedule'),
};

interface PublishInput {
  readonly publish: boolean;
  readonly publish_at?: string | null | undefined;
  readonly unpublish_at?: string | null | undefined;
}

/** Refuses the time of the other action: `publish_at` without publication and `unpublish_at` with it. */
export const refinePublishTimes = <Input extends z.ZodObject>(input: Input): Input =>
  input
    .refine(isWithout('publish_at', false), { path: ['publish_at'], message: 'requires publish true', when: () => true })
    .refine(isWithout('unpublish_at', true), { path: ['unpublish_at'], message: 'requires publish false', when: () => true });

const isWithout = (name: 'publish_at' | 'unpublish_at', publish: boolean) => (input: unknown) => {
  const given = (input ?? {}) as Partial<PublishInput>;
  return given[name] === undefined || given.publish !== publish;
};

/** Returns the time at which a call publishes or takes down: null cancels a schedule, undefined means now. */
export const scheduledTime = ({ publish, publish_at, unpublish_at }: PublishInput): string | null | undefined =>
  publish ? publish_at : unpublish_at;

/** Returns the arguments of the call that restores the schedule before another one; undefined if that changed no time. */
export function formerSchedule(
  { publish, ...given }: PublishInput,
  before: Required<Pick<PublishInput, 'publish_at' | 'unpublish_at'>>,
): Readonly<Record<string, unknown>> | undefined {
  const [at, former] = [scheduledTime({ publish, ...given }) ?? null, scheduledTime({ publish, ...before }) ?? null];
  const isSame = at === null || former === null ? at === former : Date.parse(at) === Date.parse(former);
  if (isSame) return undefined;
  return publish ? { publish, publish_at: former } : { publish, unpublish_at: former };
}
