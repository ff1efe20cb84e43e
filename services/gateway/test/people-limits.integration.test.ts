import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_SIGN_INS } from '@space/contracts/people';
import { type Api, startApi } from './fixtures/api.ts';
import { newMember, openBrowser, PASSWORD, type TestMember } from './fixtures/people.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ environment: { SPACE_RATE_LIMIT: '100', SPACE_TRUSTED_PROXIES: '127.0.0.0/8,::1/128' } });
});
afterAll(() => api.stop());

let networks = 0;
/** Returns the headers of a request from a network that sent none before. */
const fromNewNetwork = () => {
  networks += 1;
  return { 'x-forwarded-for': `192.0.2.${networks}` };
};

const unknownAddress = () => `${randomUUID()}@example.com`;

/** Sends a form of sign-in as often as it may be sent. */
async function useUp(fields: () => Record<string, string>, headers: () => Record<string, string>): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: MAX_SIGN_INS }, () => openBrowser(api).submit('/sign-in', { password: 'wrong', ...fields() }, headers())),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
}

describe('after too many tries to sign in', () => {
  test('for one address, further ones are refused from every network, and other addresses are not', async () => {
    const member = await newMember(api);
    await useUp(() => ({ email: member.email }), fromNewNetwork);
    const fields = { email: member.email.toUpperCase(), password: PASSWORD };
    const refused = await openBrowser(api).submit('/sign-in', fields, fromNewNetwork());
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([429, []]);
    expect(await refused.text()).toMatch(/Too many tries; try again in \d+ seconds?\./);
    const other = await newMember(api);
    const signedIn = await openBrowser(api).submit('/sign-in', { email: other.email, password: PASSWORD }, fromNewNetwork());
    expect(signedIn.status).toBe(303);
  });

  test('from one network, further ones are refused for every address, and other networks are not', async () => {
    const member = await newMember(api);
    const network = fromNewNetwork();
    await useUp(
      () => ({ email: unknownAddress() }),
      () => network,
    );
    const fields = { email: member.email, password: PASSWORD };
    expect((await openBrowser(api).submit('/sign-in', fields, network)).status).toBe(429);
    expect((await openBrowser(api).submit('/sign-in', fields, fromNewNetwork())).status).toBe(303);
  });
});

test('a person who confirmed or changed the password too often waits, also with the right one', async () => {
  const member = await newMember(api);
  const confirm = (password: string) => member.call('POST', '/v1/person/confirm', { password });
  const change = () => member.call('POST', '/v1/person/password', { new_password: 'another sentence that is long' });
  const tries = await Promise.all(Array.from({ length: MAX_SIGN_INS - 1 }, () => confirm('wrong')));
  expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 403));
  expect((await change()).status).toBe(200);
  for (const limited of [await change(), await confirm('another sentence that is long')])
    expect(limited.body).toMatchObject({ status: 429, code: 'limited', detail: expect.stringContaining('Too many tries') });
});

test('the calls of a person are counted apart from those of other persons and of keys', async () => {
  const own = await startApi({ environment: { SPACE_RATE_LIMIT: '1' } });
  const ada = await newMember(own);
  const bob = await newMember(own, 'owner', ada.space);
  const { api_key } = await own.newKey(ada.space);
  const read = ({ call }: TestMember) => call('GET', `/spaces/${ada.space}/v1/me`);
  const calls = await Promise.all(Array.from({ length: 40 }, () => read(ada)));
  expect(calls.find(({ status }) => status === 429)?.body).toMatchObject({
    code: 'limited',
    detail: 'Your browser makes too many requests; try again in a second.',
  });
  const others = await Promise.all([read(bob), own.send('GET', '/v1/me', { token: api_key })]);
  expect(others.map(({ status }) => status)).toEqual([200, 200]);
  await own.stop();
});
