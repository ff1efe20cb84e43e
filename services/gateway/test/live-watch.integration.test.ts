import { afterAll, expect, test } from '@jest/globals';
import { ENDS, type LiveEnd } from '../src/live-editing/close-codes.ts';
import { answers } from './fixtures/live-door.ts';
import { type OwnDoor, startOwnDoor } from './fixtures/own-door.ts';

let door: OwnDoor | undefined;
afterAll(() => door?.stop());

test('a connection whose key was revoked ends while the look at versions has no answer', async () => {
  let end: LiveEnd | undefined;
  door = await startOwnDoor({ check: async (rights) => rights.map(() => end) });
  const looked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  answers.look = () => {
    looked.resolve();
    return answer.promise;
  };
  const connection = door.open('spc_1', 'doc_1');
  await connection.opened;
  await looked.promise;
  end = ENDS.credential;
  expect(await connection.ended).toBe(4401);
  answer.resolve();
}, 30_000);
