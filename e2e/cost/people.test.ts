import { beforeAll, expect, test } from '@jest/globals';
import { newMember, type TestPerson } from '../people.ts';
import { profile } from '../profile.ts';
import { newSpace } from '../space.ts';
import { type Arguments, inShard, personOperations, type Routed, takesBody } from '../surface/operations.ts';
import { expectWithinBudget } from './expect-budget.ts';
import type { RawRequest } from './send.ts';
import { largestRejectedRequests, requestOf } from './worst-calls.ts';

let person: TestPerson;
async function signIn(): Promise<void> {
  person = await newMember((await newSpace()).space_id);
}
beforeAll(signIn);

/** Returns a request of the console in place of one of the API. */
const inConsole = ({ url, headers, ...rest }: RawRequest): RawRequest => {
  const { authorization: _, ...others } = headers ?? {};
  return {
    ...rest,
    url: url.replace(profile.base_url, `${profile.console_url}/v1`),
    headers: { ...others, cookie: person.cookie, 'sec-fetch-site': 'same-origin' },
  };
};

const exampleOf = (entry: Routed): Arguments => (entry.operation.example ?? {}) as Arguments;

test.each(inShard(personOperations))('$id is cheap with its example, and with the largest bodies that are refused', async (entry) => {
  const key = { api_key: '' };
  const request = () => inConsole(requestOf(entry, key, exampleOf(entry)));
  await expectWithinBudget(entry.id, request(), entry.id, async () => {
    if (entry.operation.renews_session) await signIn();
    return request();
  });
  if (!takesBody(entry)) return;
  // The example may have given the session another cookie.
  if (entry.operation.renews_session) await signIn();
  for (const request of largestRejectedRequests(entry, key, exampleOf(entry))) {
    const { status } = await expectWithinBudget(entry.id, inConsole(request));
    expect([0, 400, 413]).toContain(status);
  }
});

test.each(['/sign-in', '/confirm'])('a form of %s with the longest fields is cheap', async (path) => {
  const body = `email=${'a'.repeat(15_000)}%00&password=${'p'.repeat(15_000)}&next=${'%2F'.repeat(2_000)}`;
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: new URL(profile.console_url).origin,
    cookie: person.cookie,
  };
  const { status } = await expectWithinBudget('sign-in', { method: 'POST', url: profile.console_url + path, headers, body });
  expect([401, 403]).toContain(status);
});
