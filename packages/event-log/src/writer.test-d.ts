import type { Call } from '@space/bus';
import { contactCreated, contactDeleted, contactUpdated } from '@space/contracts/contacts';
import { operation } from '@space/contracts/core';
import { sql } from '@space/database';
import { z } from 'zod';
import type { Writer } from './writer.ts';

// tsc fails if a line after an expected error has no error.

const create = operation({
  summary: 'Create a thing',
  input: z.strictObject({}),
  output: z.object({ id: z.string() }),
  emits: [contactCreated, contactUpdated],
});
const get = operation({ summary: 'Read a thing', input: z.strictObject({}), output: z.object({ id: z.string() }) });
const data = contactCreated.sample;
const statement = { change: sql.fragment``, answer: sql.fragment`` };

export async function declared(writer: Writer, call: Call<typeof create>): Promise<void> {
  await writer.write(call, async (tx) => {
    tx.emit(contactCreated, data);
    tx.emit(contactUpdated, { ...data, changed: ['name'] });
    return { id: tx.now };
  });
  await writer.writeOne(call, () => ({ ...statement, emit: (event) => event(contactCreated, data) }));
}

export async function undeclared(writer: Writer, call: Call<typeof create>, reading: Call<typeof get>): Promise<void> {
  await writer.write(call, async (tx) => {
    // @ts-expect-error an event that the operation does not declare
    tx.emit(contactDeleted, data);
    // @ts-expect-error an event without all of its data
    tx.emit(contactUpdated, data);
    // @ts-expect-error an event with data of the wrong type
    tx.emit(contactCreated, { ...data, contact_id: 5 });
    return { id: 'x' };
  });
  await writer.write(reading, async (tx) => {
    // @ts-expect-error any event of an operation that declares none
    tx.emit(contactCreated, data);
    return { id: 'x' };
  });
  // @ts-expect-error an answer that is not the operation's
  await writer.write(call, async () => ({ name: 'x' }));
  // @ts-expect-error an event that the operation does not declare, in a change of one statement
  await writer.writeOne(call, () => ({ ...statement, emit: (event) => event(contactDeleted, data) }));
}
