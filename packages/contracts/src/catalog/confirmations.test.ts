import { expect, test } from '@jest/globals';
import { catalog } from './index.ts';

/** Operations of people that give a credential, replace one, or change who may do what. */
const DANGEROUS =
  /^(?:create_key|update_key|roll_key|rotate_secret|set_secret|connect|connect_account|set_can_use|invite|delete_space|delete_agent|change_password|leave_space)$/;

const called = catalog.filter(({ operation: { audience, role } }) => audience === undefined || audience === 'person' || role !== undefined);

test.each(called.filter(({ name }) => DANGEROUS.test(name)))('$id needs a confirmation', ({ operation }) => {
  expect(operation.needs_confirmation).toBe(true);
});

test('a change of members and of the means to sign in needs a confirmation', () => {
  const changes = ['members.update', 'members.remove', 'passkeys.add', 'passkeys.remove', 'identities.remove'];
  const needing = catalog.filter(({ operation }) => operation.needs_confirmation).map(({ id }) => id);
  expect(needing).toEqual(expect.arrayContaining(changes));
});
