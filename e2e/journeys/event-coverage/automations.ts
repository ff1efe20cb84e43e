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
  const { id: long } = await automations.create({
    name: 'Look twenty up',
    trigger: { manual: true },
    actions: Array.from({ length: 20 }, () => ({ operation: 'contacts.list' })),
  });
  // More runs than a process executes at a time: the last one waits for its turn.
  const runs = await Promise.all(Array.from({ length: 40 }, () => automations.run({ id: long })));
  const run_id = runs
    .map((started) => started.run_id)
    .toSorted()
    .at(-1)!;
  await automations.cancel({ id: long, run_id });
  await eventually(async () => expect(await automations.get_run({ id: long, run_id })).toMatchObject({ status: 'cancelled' }), {
    timeout: 20_000,
  });
  await automations.delete({ id: long });
  await automations.update({ id, enabled: false });
  await automations.delete({ id });
}
