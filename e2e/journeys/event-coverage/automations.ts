import { expect } from '@jest/globals';
import type { Client } from '@space/client';
import { eventually } from '@space/runtime/testing';

/** Triggers every event of automations, with a successful, a failed and a cancelled run. */
export async function triggerAutomationEvents({ automations }: Client): Promise<void> {
  const { id } = await automations.create({
    name: 'Look one up',
    trigger: { manual: true },
    actions: [{ operation: 'contacts.list', arguments: { search: '{{payload.search}}' } }],
  });
  const run = async (status: 'succeeded' | 'failed', search?: number) => {
    await automations.run({ id, payload: search === undefined ? {} : { search } });
    await eventually(async () => expect((await automations.list_runs({ id, status })).data).toHaveLength(1));
  };
  await run('succeeded');
  await run('failed', 12);
  const { id: slow } = await automations.create({
    name: 'Wait for something',
    trigger: { manual: true },
    actions: [{ operation: 'events.list', arguments: { types: ['automation_run_cancelled'], wait: 8 } }, { operation: 'contacts.list' }],
  });
  const { run_id } = await automations.run({ id: slow });
  await automations.cancel({ id: slow, run_id });
  await eventually(async () => expect(await automations.get_run({ id: slow, run_id })).toMatchObject({ status: 'cancelled' }), {
    timeout: 20_000,
  });
  await automations.update({ id, enabled: false });
  await automations.delete({ id });
}
