import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { internalContracts } from '@space/contracts/catalog';
import { INVITATION_DAYS, SETUP_LINK_MINUTES } from '@space/contracts/people';
import { sql } from '@space/database';
import { callAs } from '@space/runtime/testing';
import { DAY_MS, MINUTE_MS } from '@space/time';
import { type Api, OPERATOR_TOKEN, startApi } from './fixtures/api.ts';
import { inviteTo, newMember, openBrowser, PASSWORD } from './fixtures/people.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const OPERATOR = { space_id: '', key_id: '', actor: { kind: 'person', id: 'operator', name: 'Operator' } } as const;
const setupLink = async (space_id: string): Promise<string | null> =>
  (await callAs(api.ports, OPERATOR)(internalContracts.peopleDirectory, 'setup_link', { space_id })).url;

const person = (email: string) => ({ name: 'Ada', email, password: PASSWORD });

// The first tests need an installation without people.
describe('the setup link', () => {
  test('of one Space ends when the first person comes in another way', async () => {
    const link = (await setupLink(await api.newSpace()))!;
    await newMember(api);
    expect((await openBrowser(api).open(link)).status).toBe(404);
    await api.ports.database.query(sql.typeAlias('void')`truncate gateway.session, gateway.member, gateway.person cascade`);
  });

  test('expires after an hour, and a new start makes another one that ends the first', async () => {
    const space = await api.newSpace();
    const first = (await setupLink(space))!;
    const second = (await setupLink(space))!;
    expect((await openBrowser(api).open(first)).status).toBe(404);
    expect((await openBrowser(api).open(second)).status).toBe(200);
    api.ports.clock.advance(SETUP_LINK_MINUTES * MINUTE_MS);
    const late = await openBrowser(api).submit(second, person('late@example.com'));
    expect(late.status).toBe(404);
    expect(await late.text()).toContain('too old');
  });

  test('is not spent by programs that open it, makes one owner, and none follows while there are people', async () => {
    const space = await api.newSpace();
    const link = (await setupLink(space))!;
    for (let n = 0; n < 3; n++) expect((await openBrowser(api).open(link)).status).toBe(200);
    const [one, two] = await Promise.all(
      ['one@example.com', 'two@example.com'].map((email) => openBrowser(api).submit(link, person(email))),
    );
    expect([one!.status, two!.status].sort()).toEqual([303, 404]);
    expect(await setupLink(space)).toBeNull();
    const { body } = await api.send('GET', `/v1/operator/spaces/${space}/members`, { token: OPERATOR_TOKEN });
    expect(body.data).toMatchObject([{ role: 'owner', person: { name: 'Ada' } }]);
  });
});

describe('an invitation', () => {
  test('works once, for seven days, and not after it was revoked', async () => {
    const space = await api.newSpace();
    const link = await inviteTo(api, space, { role: 'viewer' });
    expect((await openBrowser(api).submit(link, person('first@example.com'))).status).toBe(303);
    const again = await openBrowser(api).submit(link, person('second@example.com'));
    expect(again.status).toBe(404);
    expect(await again.text()).toContain('This link was used already, was revoked, or is too old. Ask for a new one.');

    const revoked = await inviteTo(api, space);
    const { body } = await api.send('GET', `/v1/operator/spaces/${space}/invitations`, { token: OPERATOR_TOKEN });
    const path = `/v1/operator/spaces/${space}/invitations/${body.data[0].id}/revoke`;
    expect((await api.send('POST', path, { token: OPERATOR_TOKEN })).body).toMatchObject({ revoked_at: expect.any(String) });
    expect((await openBrowser(api).open(revoked)).status).toBe(404);
    const used = `/v1/operator/spaces/${space}/invitations/${body.data[1].id}/revoke`;
    expect((await api.send('POST', used, { token: OPERATOR_TOKEN })).body).toMatchObject({ status: 409, code: 'conflict' });

    const old = await inviteTo(api, space);
    api.ports.clock.advance(INVITATION_DAYS * DAY_MS);
    expect((await openBrowser(api).open(old)).status).toBe(404);
  });

  test('for one address is for that address only, in any case', async () => {
    const space = await api.newSpace();
    const link = await inviteTo(api, space, { email: 'Grace@example.com' });
    const other = await openBrowser(api).submit(link, person('eve@example.com'));
    expect(other.status).toBe(400);
    expect(await other.text()).toContain('must be Grace@example.com: the invitation is for this address');
    expect((await openBrowser(api).submit(link, person('grace@EXAMPLE.com'))).status).toBe(303);
  });

  test('tells a person who is here already to sign in, who then joins as they are', async () => {
    const known = await newMember(api, 'member');
    const space = await api.newSpace();
    const link = await inviteTo(api, space, { role: 'admin' });
    const taken = await openBrowser(api).submit(link, person(known.email.toUpperCase()));
    expect(taken.status).toBe(400);
    expect(await taken.text()).toContain('is that of a person who is here already; sign in, then open the link again');
    expect(await (await known.open(link)).text()).toContain('Join as A member');
    const joined = await known.submit(link, { as: 'me' });
    expect(joined.headers.get('location')).toBe(`/spaces/${space}`);
    const { body } = await known.call('GET', '/v1/person');
    expect(body.spaces.map(({ id, role }: { id: string; role: string }) => [id, role])).toEqual(
      expect.arrayContaining([
        [known.space, 'member'],
        [space, 'admin'],
      ]),
    );
  });

  test('of the operator for the address of a person replaces a lost password; one of an admin does not', async () => {
    const lost = await newMember(api, 'admin');
    const fields = { name: 'Eve', email: lost.email, password: 'a new sentence to remember' };
    const made = await lost.call('POST', `/spaces/${lost.space}/v1/settings/invitations`, { role: 'viewer', email: lost.email });
    expect((await openBrowser(api).submit(made.body.url, fields)).status).toBe(400);
    const link = await inviteTo(api, lost.space, { role: 'viewer', email: lost.email });
    const browser = openBrowser(api);
    expect((await browser.submit(link, fields)).status).toBe(303);
    expect((await browser.call('GET', '/v1/person')).body).toMatchObject({
      person: { id: lost.person_id, name: 'A admin' },
      spaces: [{ role: 'admin' }],
    });
    expect((await lost.call('GET', '/v1/person')).status).toBe(401);
    expect((await openBrowser(api).submit('/sign-in', { email: lost.email, password: PASSWORD })).status).toBe(401);
  });

  test('ends when its maker loses the role for it, so that no one comes back by an own link', async () => {
    const owner = await newMember(api);
    const admin = await newMember(api, 'admin', owner.space);
    const settings = `/spaces/${owner.space}/v1/settings`;
    const made = await admin.call('POST', `${settings}/invitations`, { role: 'admin' });
    await owner.call('PATCH', `${settings}/members/${admin.member_id}`, { role: 'viewer' });
    expect((await admin.submit(made.body.url, { as: 'me' })).status).toBe(404);
    expect((await admin.call('GET', '/v1/person')).body.spaces).toMatchObject([{ role: 'viewer' }]);
  });

  test('raises the role of a member and never lowers it', async () => {
    const member = await newMember(api, 'viewer');
    await member.submit(await inviteTo(api, member.space, { role: 'owner' }), { as: 'me' });
    await member.submit(await inviteTo(api, member.space, { role: 'viewer' }), { as: 'me' });
    expect((await member.call('GET', '/v1/person')).body.spaces).toMatchObject([{ role: 'owner' }]);
  });

  test('to a role above their own is refused to an admin', async () => {
    const admin = await newMember(api, 'admin');
    const refused = await admin.call('POST', `/spaces/${admin.space}/v1/settings/invitations`, { role: 'owner' });
    expect(refused.body).toMatchObject({ status: 403, code: 'forbidden', detail: expect.stringContaining('admin') });
    expect((await admin.call('POST', `/spaces/${admin.space}/v1/settings/invitations`, { role: 'admin' })).status).toBe(201);
  });

  test('refuses a weak password and shows what was typed again, without the password', async () => {
    const link = await inviteTo(api, await api.newSpace());
    const refused = await openBrowser(api).submit(link, { name: '<b>Ada', email: 'ada.x@example.com', password: 'password1234' });
    const page = await refused.text();
    expect(refused.status).toBe(400);
    expect(page).toContain('Password is easy to guess');
    expect(page).toContain('value="&lt;b&gt;Ada"');
    expect(page).not.toContain('password1234');
  });
});
