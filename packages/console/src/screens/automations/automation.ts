import { type SpaceClient, spaceClient } from '../../api/space-client.ts';

/** An automation as the API answers it. */
export type Automation = Awaited<ReturnType<SpaceClient['automations']['get']>>;

/** A run in a list. */
export type Run = Awaited<ReturnType<SpaceClient['automations']['list_runs']>>['data'][number];

/** A run with its steps. */
export type RunWithSteps = Awaited<ReturnType<SpaceClient['automations']['get_run']>>;

/** One step of a run. */
export type RunStep = RunWithSteps['steps'][number];

/** The answer of a trial. */
export type Trial = Awaited<ReturnType<SpaceClient['automations']['try']>>;

/** Returns the key of the reads of automations in the cache. */
export const automationsQuery = (space_id: string) => ['space', space_id, 'automations'] as const;

/** Returns the query of the automations of a Space, for the list and for names. */
export const automationsList = (space_id: string) => ({
  queryKey: [...automationsQuery(space_id), 'list'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    spaceClient(space_id).automations.list({ limit: 200, sort: 'name' }, { signal }),
});

/** Returns what starts an automation, in words. */
export function triggerText(trigger: Automation['trigger'], labels: Readonly<Record<string, string>> = {}): string {
  if (!('event_type' in trigger)) return 'by hand';
  const count = Object.keys(trigger.filters).length;
  const type = labels[trigger.event_type] ?? trigger.event_type;
  return count === 0 ? type : `${type}, with ${count === 1 ? 'a condition' : `${count} conditions`}`;
}

/** Returns true if a run can still change. */
export const isUnfinished = ({ status }: Pick<Run, 'status'>): boolean => status === 'queued' || status === 'running';

/** Returns how long something took, such as `1.2 s`. */
export const durationText = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`);
