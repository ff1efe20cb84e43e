import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import type { Clock, Database } from '@space/database';
import type { Log } from '@space/runtime';
import { createSignIn } from './sign-in.ts';

const known = { id: 'per_1', name: 'Ada', email: 'ada@example.com', password_hash: '$argon2id$stored' };

/** Returns the words of a refused sign-in, and the stored texts that a password was compared with. */
async function refuse(email: string, person: typeof known | { readonly password_hash: null } | null) {
  const compared: (string | null)[] = [];
  const database = { maybeOne: async () => person, query: async () => ({}) } as unknown as Database;
  const passwords = {
    hash: async () => '',
    verify: async (_password: string, phc: string | null) => {
      compared.push(phc);
      return false;
    },
  };
  const signIn = createSignIn({ database, clock: { now: () => 0 } as Clock, log: {} as Log }, passwords, { count() {} }, () => '127.0.0.1');
  const error = await signIn.withPassword({ headers: {} } as IncomingMessage, email, 'a password').catch((thrown: Error) => thrown);
  return { words: (error as Error).message, compared };
}

test('a sign-in that is refused hashes one password and says the same, whether or not there is such a person', async () => {
  const wrong = await refuse('ada@example.com', known);
  expect(wrong.compared).toEqual([known.password_hash]);
  for (const unknown of [
    await refuse('no.one@example.com', null),
    await refuse('ada@example.com', { ...known, password_hash: null }),
    await refuse('no address', known),
    await refuse('', known),
  ])
    expect(unknown).toEqual({ words: wrong.words, compared: [null] });
});
