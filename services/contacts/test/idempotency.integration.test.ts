import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { audiences, contacts } from '@space/contracts/contacts';
import type { Problem } from '@space/contracts/core';
import { sql } from '@space/database';
import { callAs, emittedIn, newSpaceCaller, startServices, type TestServices } from '@space/runtime/testing';
import { z } from 'zod';
import { contactsService } from '../src/service.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([contactsService]);
});
afterAll(() => space.stop());

const ada = { name: 'Ada', email: 'ada@example.com' };
const once = { idempotency_key: 'once' };

function newSpace() {
  const caller = newSpaceCaller();
  return { caller, call: callAs(space.ports, caller), events: () => emittedIn(space.ports.database, 'contacts', caller.space_id) };
}

describe('a call with an idempotency key', () => {
  test('that is sent again gets the first answer and does nothing', async () => {
    const { call, events } = newSpace();
    const first = await call.whole(contacts, 'create', ada, once);
    await call(contacts, 'update', { id: first.output.id, name: 'Changed since' });
    expect(await call.whole(contacts, 'create', ada, once)).toEqual({ ...first, replayed: true });
    expect(first.replayed).toBe(false);
    expect(await events()).toHaveLength(2);
  });

  test('and another body is refused', async () => {
    const { call } = newSpace();
    await call(contacts, 'create', ada, once);
    await expect(call(contacts, 'create', { ...ada, name: 'Eve' }, once)).rejects.toMatchObject({
      code: 'idempotency_mismatch',
      status: 422,
    });
  });

  test('and a body that differs only in the order of its fields is the same call', async () => {
    const { call } = newSpace();
    const first = await call(contacts, 'create', { name: ada.name, email: ada.email }, once);
    expect(await call(contacts, 'create', { email: ada.email, name: ada.name }, once)).toEqual(first);
  });

  test('is another call for another operation, another key of the Space and another Space', async () => {
    const { call, caller } = newSpace();
    const { id } = await call(contacts, 'create', ada, once);
    expect(await call(contacts, 'tag', { id, tags: ['x'] }, once)).toMatchObject({ tags: ['x'] });
    const colleague = callAs(space.ports, newSpaceCaller({ space_id: caller.space_id }));
    await expect(colleague(contacts, 'create', ada, once)).rejects.toMatchObject({ code: 'duplicate' });
    expect(await newSpace().call(contacts, 'create', ada, once)).not.toMatchObject({ id });
  });

  test('that was refused is not kept: mended, it succeeds with the same key', async () => {
    const { call, events } = newSpace();
    await expect(call(audiences, 'create', { name: 'All', contact_ids: ['con_none'] }, once)).rejects.toMatchObject({
      code: 'unresolved_reference',
    });
    expect(await events()).toEqual([]);
    expect(await call(audiences, 'create', { name: 'All', contact_ids: [] }, once)).toMatchObject({ name: 'All' });
  });

  test('is forgotten after 24 hours', async () => {
    const { call, caller } = newSpace();
    await call(contacts, 'create', ada, once);
    await space.ports.database.query(
      sql.type(z.object({}))`update contacts.idempotency set created_at = now() - interval '24 hours' where space_id = ${caller.space_id}`,
    );
    await expect(call(contacts, 'create', ada, once)).rejects.toMatchObject({ code: 'duplicate' });
  });

  test.each(['create', 'tag'] as const)('of which twenty arrive at once happens once (%s)', async (operation) => {
    const { call, events } = newSpace();
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

test('twenty different calls for the same email at once make one contact', async () => {
  const { call, events } = newSpace();
  const attempts = Array.from({ length: 20 }, (_, index) =>
    call(contacts, 'create', { ...ada, name: `Ada ${index}` }).catch((problem: Problem) => problem.code),
  );
  const answers = await Promise.all(attempts);
  expect(answers.filter((answer) => answer === 'duplicate')).toHaveLength(19);
  expect(await events()).toHaveLength(1);
});
