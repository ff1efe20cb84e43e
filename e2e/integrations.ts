import { expect } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { operator } from './profile.ts';
import { connectAccount } from './social-account.ts';
import type { TestSpace } from './space.ts';

/** Waits until the only connection of a Space has a status, and returns it. */
export const integrationWith = async ({ client }: Pick<TestSpace, 'client'>, status: string) =>
  eventually(
    async () => {
      const { data } = await client.integrations.list();
      expect(data).toMatchObject([{ status }]);
      return data[0]!;
    },
    { timeout: 15_000 },
  );

/** Connects a social account to a Space and returns its integration once the list has it. */
export async function newIntegration(space: TestSpace) {
  await connectAccount(space.space_id);
  return integrationWith(space, 'connected');
}

/** Sets a secret of a Space for a host of this machine, and returns its name. */
export const newSecret = async (space_id: string, value = 'the token of the CRM'): Promise<string> =>
  (await operator.secret_settings.set_secret({ space_id, name: 'CRM_TOKEN', value, hosts: ['127.0.0.1'] })).name;
