import { expect } from '@jest/globals';
import type { Client } from '@space/client';
import { eventually } from '@space/runtime/testing';

/** One call for each thing that happens to automations, and a run that goes well and one that does not. */
export async function triggerAutomationEvents({ automations }: Client): Promise<void> {
  const { id } = await automations.create({
    name: 'Look one up',
    trigger: { manual: true },
    actions: [{ operation: 'contacts.list', arguments: { search: '{{payload.search}}' } }],
  });
  const run = async (state: 'succeeded' | 'failed', search?: number) => {
    await automations.run({ id, payload: search === undefined ? {} : { search } });
    await eventually(async () => expect((await automations.list_runs({ id, state })).data).toHaveLength(1));
  };
  await run('succeeded');
  await run('failed', 12);
  await automations.update({ id, enabled: false });
  await automations.delete({ id });
}
