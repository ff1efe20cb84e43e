import { expect } from '@jest/globals';
import type { Client } from '@space/client';
import { eventually } from '@space/runtime/testing';
import { operator } from '../../profile.ts';
import { connectAccount, mastodon } from '../../social-account.ts';

/** Triggers every event of social accounts, planners, drafts and posts. */
export async function triggerSocialEvents({ social }: Client, space_id: string): Promise<void> {
  const account = await connectAccount(space_id);
  const planner = await social.create_planner({
    name: 'Mornings',
    timezone: 'Europe/London',
    slots: [{ weekday: 'monday', time: '09:00' }],
  });
  await social.update_planner({ id: planner.id, name: 'Early' });
  const { id } = await social.create_draft({ text: 'It weaves' });
  await social.update_draft({ id, text: 'It weaves patterns' });
  await social.publish({ post_id: id, planner_id: planner.id });
  await social.cancel({ id });
  await social.publish({ post_id: id });
  await eventually(async () => expect((await social.get_post({ id })).status).toBe('published'), { timeout: 15_000 });
  (await mastodon()).fail('/api/v1/statuses', { status: 422, json: { error: 'Validation failed' } });
  const refused = await social.publish({ text: 'Rejected by the network' });
  await eventually(async () => expect((await social.get_post({ id: refused.id })).status).toBe('failed'), { timeout: 15_000 });
  await social.delete_draft({ id: refused.id });
  await social.delete_planner({ id: planner.id });
  await operator.social_settings.disconnect_account({ space_id, id: account.id });
}
