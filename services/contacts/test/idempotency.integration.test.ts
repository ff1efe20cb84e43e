import { describe, expect, test } from '@jest/globals';
import { audiences, contacts } from '@space/contracts/contacts';
import type { Problem } from '@space/contracts/core';
import { sql } from '@space/database';
import { z } from 'zod';
import { useContactsService } from './fixtures/contacts-service.ts';

const service = useContactsService();

const ada = { name: 'Ada', email: 'ada@example.com' };
const once = { idempotency_key: 'once' };

describe('a call with an idempotency key', () => {
  test('that is sent again returns the stored response and changes nothing', async () => {
    const { call, events } = service.newSpace();
    const first = await call.whole(contacts, 'create', ada, once);
    await call(contacts, 'update', { id: first.output.id, name: 'Changed since' });
    expect(await call.whole(contacts, 'create', ada, once)).toEqual({ ...first, replayed: true });
    expect(first.replayed).toBe(false);
    expect(await events()).toHaveLength(2);
  });

  test('and another body is rejected', async () => {
    const { call } = service.newSpace();
    await call(contacts, 'create', ada, once);
    await expect(call(contacts, 'create', { ...ada, name: 'Eve' }, once)).rejects.toMatchObject({
      code: 'idempotency_mismatch',
      status: 422,
    });
  });

  test('and the same body with its fields in another order is the same call', async () => {
    const { call } = service.newSpace();
    const first = await call(contacts, 'create', { name: ada.name, email: ada.email }, once);
    expect(await call(contacts, 'create', { email: ada.email, name: ada.name }, once)).toEqual(first);
  });

  test('is a separate call for another operation, another API key and another Space', async () => {
    const { call, caller } = service.newSpace();
    const { id } = await call(contacts, 'create', ada, once);
    expect(await call(contacts, 'tag', { id, tags: ['x'] }, once)).toMatchObject({ tags: ['x'] });
    const { call: colleague } = service.newSpace({ space_id: caller.space_id });
    await expect(colleague(contacts, 'create', ada, once)).rejects.toMatchObject({ code: 'duplicate' });
    expect(await service.newSpace().call(contacts, 'create', ada, once)).not.toMatchObject({ id });
  });

  test('that failed stores no response, so the corrected call succeeds with the same key', async () => {
    const { call, events } = service.newSpace();
    await expect(call(audiences, 'create', { name: 'All', contact_ids: ['con_none'] }, once)).rejects.toMatchObject({
      code: 'unresolved_reference',
    });
    expect(await events()).toEqual([]);
    expect(await call(audiences, 'create', { name: 'All', contact_ids: [] }, once)).toMatchObject({ name: 'All' });
  });

  test('is not replayed after 24 hours', async () => {
    const { call, caller } = service.newSpace();
    await call(contacts, 'create', ada, once);
    await service.ports.database.query(
      sql.type(z.object({}))`update contacts.idempotency set created_at = now() - interval '24 hours' where space_id = ${caller.space_id}`,
    );
    await expect(call(contacts, 'create', ada, once)).rejects.toMatchObject({ code: 'duplicate' });
  });

  test.each(['create', 'tag'] as const)('that arrives twenty times concurrently is executed once (%s)', async (operation) => {
    const { call, events } = service.newSpace();
    const { id } = operation === 'tag' ? await call(contacts, 'create', ada) : { id: '' };
    const attempts = Array.from({ length: 20 }, () =>
      (operation === 'create' ? call.whole(contacts, 'create', ada, once) : call.whole(contacts, 'tag', { id, tags: ['x'] }, once)).catch(
        (problem: Problem) => problem,
      ),
    );
    const answers = await Promise.all(attempts);
    const answered = answers.filter((answer) => 'output' in answer);
    expect(answered.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(answered.map(({ output }) => JSON.stringify(output))).size).toBe(1);
    for (const answer of answers)
      if (!('output' in answer)) expect(answer).toMatchObject({ code: 'conflict', extras: { retry_after_s: 1 } });
    expect(await events()).toHaveLength(operation === 'create' ? 1 : 2);
  });
});

test('twenty concurrent creates with one email create one contact', async () => {
  const { call, events } = service.newSpace();
  const attempts = Array.from({ length: 20 }, (_, index) =>
    call(contacts, 'create', { ...ada, name: `Ada ${index}` }).catch((problem: Problem) => problem.code),
  );
  const answers = await Promise.all(attempts);
  expect(answers.filter((answer) => answer === 'duplicate')).toHaveLength(19);
  expect(await events()).toHaveLength(1);
});
