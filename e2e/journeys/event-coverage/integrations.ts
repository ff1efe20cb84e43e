import { integrationWith, newIntegration } from '../../integrations.ts';
import { operator } from '../../profile.ts';
import { connectAccount, mastodon } from '../../social-account.ts';
import type { TestSpace } from '../../space.ts';

/** Triggers every event of integrations: a network refuses the token of an account, which is connected again. */
export async function triggerIntegrationEvents(space: TestSpace): Promise<void> {
  await newIntegration(space);
  (await mastodon()).fail('/api/v1/statuses', { status: 401, json: { error: 'The access token was revoked' } });
  await space.client.social.publish({ text: 'It stays here' });
  await integrationWith(space, 'refused');
  const { id } = await connectAccount(space.space_id);
  await integrationWith(space, 'connected');
  await operator.social_settings.disconnect_account({ space_id: space.space_id, id });
  await integrationWith(space, 'disconnected');
}
