import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CONFIRMATION_MINUTES, MAX_SIGN_IN_RECORDS, SESSION_DAYS, SESSION_IDLE_DAYS, SIGN_IN_RECORD_DAYS } from '@space/contracts/people';
import { isoTime, sql } from '@space/database';
import { eventually } from '@space/runtime/testing';
import { DAY_MS, MINUTE_MS } from '@space/time';
import { z } from 'zod';
import { deleteExpiredSignIns } from '../src/people/sign-ins.queries.ts';
import { type Api, startApi } from './fixtures/api.ts';
import { openLive } from './fixtures/live.ts';
import { inviteTo, newMember, openBrowser, PASSWORD, type TestBrowser } from './fixtures/people.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** Returns every row of a table as text. */
const rowsOf = async (table: string): Promise<string> =>
  (
    await api.ports.database.anyFirst(
      sql.type(z.object({ row: z.string() }))`select to_jsonb(t)::text as row from ${sql.identifier(['gateway', table])} as t`,
    )
  ).join('\n');

const secretOf = (link: string): string => link.split('/').at(-1)!;

describe('signing in', () => {
  test('begins a new session each time, for the page that was asked for', async () => {
    const member = await newMember(api);
    const browser = openBrowser(api);
    const page = await (await browser.open('/sign-in?next=/spaces/x/settings')).text();
    expect(page).toContain('name="next" value="/spaces/x/settings"');
    const answer = await browser.submit('/sign-in', {
      email: ` ${member.email.toUpperCase()} `,
      password: PASSWORD,
      next: '/spaces/x/settings',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/spaces/x/settings']);
    const first = browser.cookie();
    await browser.submit('/sign-in', { email: member.email, password: PASSWORD });
    expect(browser.cookie()).not.toBe(first);
    expect((await browser.call('GET', '/v1/person')).body.person.email).toBe(member.email);
  });

  test('does not go on to another site', async () => {
    const member = await newMember(api);
    for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      const answer = await openBrowser(api).submit('/sign-in', { email: member.email, password: PASSWORD, next });
      expect(answer.headers.get('location')).toBe('/');
    }
  });

  test('answers a wrong password, an unknown address and a person without a password in the same words', async () => {
    const member = await newMember(api);
    const pages = await Promise.all(
      [
        { email: member.email, password: `${PASSWORD}!` },
        { email: 'unknown@example.com', password: PASSWORD },
        { email: 'not an address', password: '' },
        { email: 'a\0b@example.com', password: PASSWORD },
      ].map(async (fields) => {
        const answer = await openBrowser(api).submit('/sign-in', fields);
        expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
        return (await answer.text()).replace(/ value="[^"]*"/g, '');
      }),
    );
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).toContain('This email address and password do not fit. Check both and try again.');
  });

  test('takes no form of another origin', async () => {
    const member = await newMember(api);
    const foreign: Record<string, string>[] = [{ origin: api.publicUrl }, { origin: 'null' }, { 'sec-fetch-site': 'same-site' }];
    for (const headers of foreign) {
      const answer = await openBrowser(api).submit('/sign-in', { email: member.email, password: PASSWORD }, headers);
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
    }
  });

  test('with a password that is replaced meanwhile begins no session', async () => {
    const member = await newMember(api);
    const outcomes = await Promise.all([
      ...Array.from({ length: 4 }, () => openBrowser(api).submit('/sign-in', { email: member.email, password: PASSWORD })),
      member.call('POST', '/v1/person/password', { new_password: 'another sentence to remember' }),
    ]);
    expect(outcomes.at(-1)!.status).toBe(200);
    const { body } = await member.call('GET', '/v1/person/sessions');
    expect(body.data).toHaveLength(1);
  });

  test('shows no page in a frame and caches none', async () => {
    const { headers } = await openBrowser(api).open('/sign-in');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the list of sign-ins', () => {
  const kindsOf = async (browser: Pick<TestBrowser, 'call'>) =>
    (await browser.call('GET', '/v1/person/sign-ins')).body.data.map(({ kind, method }: Record<string, string>) => [kind, method]);

  test('has what happened to the ways in of its person only, the newest first, and no unknown address', async () => {
    const [member, other] = [await newMember(api), await newMember(api)];
    const second = openBrowser(api);
    await second.submit('/sign-in', { email: 'no.one.here@example.com', password: PASSWORD });
    await second.submit('/sign-in', { email: member.email, password: `${PASSWORD}!` }, { 'user-agent': 'Test <Browser>' });
    await eventually(async () => expect((await kindsOf(member))[0]).toEqual(['refused', 'password']));
    await second.submit('/sign-in', { email: member.email, password: PASSWORD });
    await second.submit('/sign-out', {});
    await second.submit('/sign-in', { email: member.email, password: PASSWORD });
    await member.call('POST', '/v1/person/sessions/end-others', {});
    await member.call('POST', '/v1/person/password', { new_password: 'another sentence to remember' });
    expect(await kindsOf(member)).toEqual([
      ['password_changed', null],
      ['session_ended', null],
      ['signed_in', 'password'],
      ['signed_out', null],
      ['signed_in', 'password'],
      ['refused', 'password'],
      ['signed_in', 'invitation'],
    ]);
    expect(await kindsOf(other)).toEqual([['signed_in', 'invitation']]);
    const stored = await rowsOf('sign_in');
    expect(stored).toContain('Test <Browser>');
    expect(stored).not.toContain('no.one.here');
  });

  test(`has the latest ${MAX_SIGN_IN_RECORDS} of ${SIGN_IN_RECORD_DAYS} days`, async () => {
    const member = await newMember(api);
    const { database, clock } = api.ports;
    await database.query(sql.typeAlias('void')`
      insert into gateway.sign_in (person_id, id, kind, user_agent, created_at)
      select ${member.person_id}, 'sgn_0' || lpad(n::text, 4, '0'), 'refused', '', ${isoTime(clock.now())}::timestamptz
      from generate_series(1, ${MAX_SIGN_IN_RECORDS}) as n`);
    await member.call('POST', '/v1/person/password', { new_password: 'another sentence to remember' });
    const kinds = await kindsOf(member);
    expect([kinds.length, kinds[0]]).toEqual([MAX_SIGN_IN_RECORDS, ['password_changed', null]]);
    const count = () => deleteExpiredSignIns(database, isoTime(clock.now() - SIGN_IN_RECORD_DAYS * DAY_MS), 1_000);
    expect(await count()).toBe(0);
    clock.advance(SIGN_IN_RECORD_DAYS * DAY_MS + 1);
    expect(await count()).toBeGreaterThanOrEqual(MAX_SIGN_IN_RECORDS);
  });
});

describe('a session', () => {
  test('ends when it is signed out, everywhere', async () => {
    const member = await newMember(api);
    const cookie = member.cookie()!;
    expect((await member.submit('/sign-out', {})).headers.get('location')).toBe('/sign-in');
    expect(member.cookie()).toBeUndefined();
    expect((await openBrowser(api).call('GET', '/v1/person', undefined, { cookie })).body).toMatchObject({ status: 401 });
  });

  test('ends seven days after its last request, and thirty days after it began', async () => {
    const member = await newMember(api);
    for (let day = 0; day < SESSION_DAYS - 1; day += SESSION_IDLE_DAYS - 1) {
      expect((await member.call('GET', '/v1/person')).status).toBe(200);
      await api.ports.database.query(sql.typeAlias('void')`
        update gateway.session set last_used_at = last_used_at + make_interval(days => ${SESSION_IDLE_DAYS - 1}) where person_id = ${member.person_id}`);
      // A change of the profile makes every gateway forget what it knows of the session.
      await member.call('PATCH', '/v1/person', { theme: 'dark' });
      api.ports.clock.advance((SESSION_IDLE_DAYS - 1) * DAY_MS);
    }
    expect((await member.call('GET', '/v1/person')).body).toMatchObject({ status: 401, detail: 'This session has ended; sign in again.' });
    const idle = await newMember(api);
    api.ports.clock.advance(SESSION_IDLE_DAYS * DAY_MS);
    expect((await idle.call('GET', '/v1/person')).status).toBe(401);
  });

  test('is listed and ended by its person only', async () => {
    const [member, other] = [await newMember(api), await newMember(api)];
    const second = openBrowser(api);
    await second.submit('/sign-in', { email: member.email, password: PASSWORD }, { 'user-agent': 'Test <Browser>' });
    const { body } = await member.call('GET', '/v1/person/sessions');
    expect(body.data.map(({ user_agent, is_current }: { user_agent: string; is_current: boolean }) => [user_agent, is_current])).toEqual(
      expect.arrayContaining([
        ['Test <Browser>', false],
        [expect.any(String), true],
      ]),
    );
    const { id } = body.data.find(({ is_current }: { is_current: boolean }) => !is_current);
    expect((await other.call('DELETE', `/v1/person/sessions/${id}`)).status).toBe(404);
    expect((await second.call('GET', '/v1/person')).status).toBe(200);
    expect((await member.call('DELETE', `/v1/person/sessions/${id}`)).body).toEqual({ id, deleted: true });
    expect((await second.call('GET', '/v1/person')).status).toBe(401);
  });

  test('of another browser ends with a new password, which needs a confirmation', async () => {
    const member = await newMember(api);
    const second = openBrowser(api);
    await second.submit('/sign-in', { email: member.email, password: PASSWORD });
    api.ports.clock.advance(CONFIRMATION_MINUTES * MINUTE_MS);
    const changed = { new_password: 'another sentence to remember' };
    expect((await member.call('POST', '/v1/person/password', changed)).body).toMatchObject({ status: 403, code: 'confirmation_required' });
    expect((await member.call('POST', '/v1/person/confirm', { password: 'wrong' })).body).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await member.call('POST', '/v1/person/confirm', { password: PASSWORD })).status).toBe(200);
    expect((await member.call('POST', '/v1/person/password', { new_password: 'password1234' })).body).toMatchObject({
      errors: [{ path: 'new_password', code: 'weak_password' }],
    });
    expect((await member.call('POST', '/v1/person/password', changed)).body).toMatchObject({ has_password: true });
    expect((await second.call('GET', '/v1/person')).status).toBe(401);
    expect((await member.call('GET', '/v1/person')).status).toBe(200);
    expect((await openBrowser(api).submit('/sign-in', { email: member.email, password: PASSWORD })).status).toBe(401);
  });

  test('gets a new cookie with a new password, and a copy of the cookie before no longer works', async () => {
    const member = await newMember(api);
    const copied = { cookie: member.cookie()! };
    const stream = await openLive(api, { ...member, cookie: () => copied.cookie });
    const before = (await member.call('GET', '/v1/person')).body.session;
    const refused = await member.call('POST', '/v1/person/password', { new_password: 'password1234' });
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([400, []]);
    expect(member.cookie()).toBe(copied.cookie);
    const answer = await member.call('POST', '/v1/person/password', { new_password: 'another sentence to remember' });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^space_session=wks_session_\w+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    expect(member.cookie()).not.toBe(copied.cookie);
    expect((await openBrowser(api).call('GET', '/v1/person', undefined, copied)).status).toBe(401);
    await stream.ended;
    expect(stream.changes).toEqual([]);
    expect(await openLive(api, member)).toMatchObject({ status: 200 });
    expect((await member.call('GET', '/v1/person')).body.session).toEqual(before);
    expect((await member.call('GET', '/v1/person/sessions')).body.data).toMatchObject([{ id: before.id, is_current: true }]);
  });

  test('is confirmed on a page without scripts, too', async () => {
    const member = await newMember(api);
    api.ports.clock.advance(CONFIRMATION_MINUTES * MINUTE_MS);
    expect(await (await member.open('/confirm?next=/me')).text()).toContain('You are signed in as A owner');
    const wrong = await member.submit('/confirm', { password: 'wrong', next: '/me' });
    expect([wrong.status, await wrong.text()]).toEqual([403, expect.stringContaining('This is not your password; try again.')]);
    expect((await member.submit('/confirm', { password: PASSWORD, next: '/me' })).headers.get('location')).toBe('/me');
    expect((await member.call('GET', '/v1/person')).body.session.confirmation_expires_at).toEqual(expect.any(String));
    expect((await openBrowser(api).open('/confirm?next=/me')).headers.get('location')).toBe('/sign-in?next=%2Fme');
  });

  test('and an invitation are stored as hashes, and no password is stored or logged', async () => {
    const member = await newMember(api);
    const link = await inviteTo(api, member.space);
    const used = await inviteTo(api, member.space);
    const invited = openBrowser(api);
    await invited.open(used);
    await invited.submit(used, { name: 'Grace', email: 'grace.logged@example.com', password: PASSWORD });
    await invited.open(used);
    await invited.open(`${used}/more?next=${used}`);
    const stored = `${await rowsOf('session')}\n${await rowsOf('invitation')}\n${await rowsOf('person')}\n${await rowsOf('idempotency')}`;
    for (const secret of [member.cookie()!.split('=')[1]!, invited.cookie()!.split('=')[1]!, ...[link, used].map(secretOf), PASSWORD]) {
      expect(stored).not.toContain(secret);
      expect(api.ports.lines.join('\n')).not.toContain(secret);
    }
  });
});
