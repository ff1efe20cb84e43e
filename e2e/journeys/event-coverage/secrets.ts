import { operator } from '../../profile.ts';

/** Triggers every event of secrets. */
export async function triggerSecretEvents(space_id: string): Promise<void> {
  const secret = { space_id, name: 'CRM_TOKEN', hosts: ['api.crm.example'] };
  await operator.secret_settings.set_secret({ ...secret, value: 'the first value' });
  await operator.secret_settings.set_secret({ ...secret, value: 'the second value' });
  await operator.secret_settings.delete_secret({ space_id, name: 'CRM_TOKEN' });
}
