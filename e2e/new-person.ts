import { randomBytes } from 'node:crypto';

/** The password of every person in these tests. */
export const PASSWORD = 'correct horse battery staple';

/** A person who is to accept an invitation. */
export interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Returns a person with an address of their own, because an address is unique in an installation. */
export const newPerson = (name = 'Ada Lovelace'): NewPerson => ({
  name,
  email: `person-${randomBytes(6).toString('hex')}@example.com`,
  password: PASSWORD,
});
