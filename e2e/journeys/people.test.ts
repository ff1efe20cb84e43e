import { expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { newMember } from '../people.ts';
import { operator } from '../profile.ts';
import { newSpace } from '../space.ts';

test('an automation acts for the member who saved it, with the scopes of the role, and fails after the member was removed', async () => {
  const space = await newSpace();
  const member = await newMember(space.space_id, 'member');
  const ada = await space.client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  const { status, body } = await member.request('POST', '/automations', {
    body: {
      name: 'Tag by hand',
      trigger: { event_type: 'contact_tagged', filters: {} },
      actions: [{ operation: 'contacts.update', arguments: { id: '{{contact.id}}', company: 'Engines' } }],
    },
  });
  expect([status, body.key_id]).toEqual([201, member.member_id]);
  const { id } = body;
  const lastRun = (count: number) =>
    eventually(
      async () => {
        const { data } = await space.client.automations.list_runs({ id });
        expect(data.filter(({ finished_at }) => finished_at !== null)).toHaveLength(count);
        return data[0]!;
      },
      { timeout: 15_000 },
    );

  await space.client.contacts.tag({ id: ada.id, tags: ['first'] });
  expect(await lastRun(1)).toMatchObject({ status: 'succeeded' });
  expect((await space.client.contacts.get({ id: ada.id })).company).toBe('Engines');

  await operator.members.remove({ space_id: space.space_id, id: member.member_id });
  // A service may know the scopes of the member for a second more.
  let runs = 1;
  const failed = await eventually(
    async () => {
      runs += 1;
      await space.client.contacts.tag({ id: ada.id, tags: [`tag ${runs}`] });
      const run = await lastRun(runs);
      expect(run).toMatchObject({ status: 'failed' });
      return run;
    },
    { timeout: 30_000 },
  );
  expect(JSON.stringify(failed)).toContain('The member is no longer in this Space');
});

test('a viewer can neither save an automation nor read agents, and the refusal names the role', async () => {
  const space = await newSpace();
  const viewer = await newMember(space.space_id, 'viewer');
  for (const [method, path] of [
    ['POST', '/automations'],
    ['GET', '/activity'],
    ['GET', '/wallet'],
  ] as const) {
    const { body } = await viewer.request(method, path, method === 'POST' ? { body: {} } : {});
    expect(body).toMatchObject({ status: 403, code: 'missing_scope', detail: expect.stringContaining('viewer') });
  }
});
