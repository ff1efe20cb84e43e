import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { social, socialSettings } from '@space/contracts/publishing';
import { sql } from '@space/database';
import { createEgress } from '@space/egress';
import { eventually } from '@space/runtime/testing';
import { createAccountChecks } from '../src/social-accounts/check-accounts.ts';
import { createNetworkClient } from '../src/social-networks/network-client.ts';
import { createNetworks } from '../src/social-networks/networks.ts';
import { newSocialSpace, type Report, reportsOf, type SocialServices, startSocial } from './fixtures/social-space.ts';

const VERIFY = '/api/v1/accounts/verify_credentials';
const SESSION = '/xrpc/com.atproto.server.getSession';
const INTERVAL = 17 * 60_000;

let space: SocialServices;
beforeAll(async () => {
  space = await startSocial();
});
afterAll(() => space.stop());
// All accounts become due when the clock advances: those of other tests must not receive the faults of this one.
beforeEach(() => space.ports.database.query(sql.typeAlias('void')`delete from publishing.social_account`));

/** Returns a Space, the reports about its accounts, and a function that waits for the next report. */
function newCheckedSpace() {
  const made = newSocialSpace(space);
  const reports = () => reportsOf.get(made.caller.space_id) ?? [];
  const nextReport = async (act: () => unknown): Promise<Report> => {
    const before = reports().length;
    await act();
    await eventually(() => expect(reports().length).toBeGreaterThan(before));
    return reports().at(-1)!;
  };
  const checkAgain = () => nextReport(() => space.ports.clock.advance(INTERVAL));
  return { ...made, reports, nextReport, checkAgain };
}

const integrationOf = (account: { id: string }) => account.id.replace('sac_', 'int_');

describe('a social account in the list of integrations', () => {
  test('is reported when it is connected and when it is disconnected', async () => {
    const { caller, operator, connectMastodon, nextReport } = newCheckedSpace();
    let account = { id: '', name: '', handle: '' };
    const connected = await nextReport(async () => {
      account = await connectMastodon();
    });
    expect(connected).toMatchObject({
      integration: {
        id: integrationOf(account),
        kind: 'social',
        provider: 'mastodon',
        name: account.handle,
        account_label: `${account.name}!`,
        status: 'connected',
        last_used_at: null,
      },
      check: { error: null },
    });
    const disconnected = await nextReport(() =>
      operator(socialSettings, 'disconnect_account', { space_id: caller.space_id, id: account.id }),
    );
    expect(disconnected).toMatchObject({ integration: { id: integrationOf(account), status: 'disconnected' }, check: null });
  });

  test('is reported after a check if it existed before the list did', async () => {
    const { caller, connectMastodon, nextReport, reports } = newCheckedSpace();
    const { database, clock } = space.ports;
    await nextReport(() => connectMastodon());
    reportsOf.delete(caller.space_id);
    await database.query(sql.typeAlias('void')`delete from publishing.account_report where space_id = ${caller.space_id}`);
    await database.query(sql.typeAlias('void')`
      update publishing.social_account set next_check_at = ${new Date(clock.now()).toISOString()}::timestamptz where space_id = ${caller.space_id}`);
    await eventually(() => expect(reports()).toMatchObject([{ integration: { status: 'connected' }, check: { error: null } }]));
  });

  test('has the token in no report and no log line', async () => {
    const { connectMastodon, nextReport, checkAgain, reports } = newCheckedSpace();
    let account = { name: '' };
    await nextReport(async () => {
      account = await connectMastodon();
    });
    const token = space.mastodon.requests.at(-1)!.headers.authorization!.slice('Bearer '.length);
    space.mastodon.fail(VERIFY, { status: 401, json: { error: `The token ${token} of ${account.name} is wrong` } });
    await checkAgain();
    expect(reports().at(-1)).toMatchObject({ check: { error: { code: 'unauthorized' } } });
    expect(JSON.stringify(reports())).not.toContain(token);
    expect(space.ports.lines.join('\n')).not.toContain(token);
  });
});

describe('the check of a social account', () => {
  test('marks a revoked token as refused, refuses its use with the way out, and finds out that it works again', async () => {
    const { call, connectMastodon, nextReport, checkAgain, publish, events } = newCheckedSpace();
    let account = { id: '', name: '', handle: '' };
    await nextReport(async () => {
      account = await connectMastodon();
    });
    space.mastodon.fail(VERIFY, { status: 401, json: { error: 'The access token was revoked' } });
    expect(await checkAgain()).toMatchObject({
      check: { error: { code: 'unauthorized', message: expect.stringContaining('connect it again') } },
    });
    expect((await call(social, 'list_accounts', {})).data).toMatchObject([{ status: 'refused' }]);
    expect((await events()).at(-1)).toMatchObject({
      type: 'social_account_disconnected',
      data: { account_id: account.id, reason: 'refused', actor: { kind: 'automation' } },
    });
    await expect(publish({ text: 'Locked out' })).rejects.toMatchObject({
      code: 'disabled',
      message: expect.stringMatching(/refuses the token of .*an operator must connect it again/),
    });
    expect(await checkAgain()).toMatchObject({ check: { error: null } });
    expect((await call(social, 'list_accounts', {})).data).toMatchObject([{ status: 'connected' }]);
    expect((await events()).at(-1)).toMatchObject({ type: 'social_account_connected', data: { account_id: account.id } });
    await publish({ text: 'Back again' });
    expect((await events('social_account_disconnected')).length).toBe(1);
  });

  test.each([
    ['unreachable server', 'unreachable', 'lost' as const],
    ['limited requests', 'rate_limited', { status: 429, json: {}, headers: { 'retry-after': '60' } }],
    ['missing permission', 'missing_scope', { status: 403, json: { error: 'This action is outside the authorized scopes' } }],
    ['disabled account', 'account_disabled', { status: 403, json: { error: 'Your login is currently disabled' } }],
    ['failing server', 'bad_answer', { status: 503, json: {} }],
    ['token of another account', 'bad_answer', { status: 200, json: { id: '1', username: 'grace' } }],
  ])('reports a %s as %s', async (_what, code, fault) => {
    const { connectMastodon, nextReport, checkAgain } = newCheckedSpace();
    await nextReport(() => connectMastodon());
    space.mastodon.fail(VERIFY, fault);
    expect(await checkAgain()).toMatchObject({ check: { error: { code } } });
    space.mastodon.heal();
  });

  test('is made by one process of several, and changes nothing at the network: it sends one GET', async () => {
    const { connectMastodon, nextReport, checkAgain } = newCheckedSpace();
    await nextReport(() => connectMastodon());
    const { ports } = space;
    const client = createNetworkClient(createEgress(ports.config));
    const context = { ports, client, networks: createNetworks(client, ports.clock) };
    const others = [1, 2, 3].map(() => createAccountChecks(context, () => {}));
    for (const other of others) await other.start();
    const before = space.mastodon.requests.length;
    await checkAgain();
    expect(space.mastodon.requests.slice(before).map(({ method, path }) => `${method} ${path}`)).toEqual([`GET ${VERIFY}`]);
    for (const other of others) await other.stop();
    await client.close();
  });

  test('reads the session of Bluesky, and renews one that has expired as any use of the account does', async () => {
    const { connectBluesky, nextReport, checkAgain } = newCheckedSpace();
    await nextReport(() => connectBluesky());
    let before = space.bluesky.requests.length;
    expect(await checkAgain()).toMatchObject({ check: { error: null } });
    const own = () => space.bluesky.requests.slice(before).map(({ method, path }) => `${method} ${path}`);
    expect(own()).toEqual([`GET ${SESSION}`]);
    space.bluesky.expire();
    before = space.bluesky.requests.length;
    expect(await checkAgain()).toMatchObject({ check: { error: null } });
    expect(own()).toEqual([`GET ${SESSION}`, 'POST /xrpc/com.atproto.server.refreshSession', `GET ${SESSION}`]);
    space.bluesky.expire(true);
    space.bluesky.changePassword('another');
    expect(await checkAgain()).toMatchObject({ check: { error: { code: 'unauthorized' } } });
  });

  test('of a credential that was replaced meanwhile says nothing about the new one', async () => {
    const { call, connectMastodon, nextReport, reports } = newCheckedSpace();
    let account = { id: '', name: '' };
    await nextReport(async () => {
      account = await connectMastodon();
    });
    space.mastodon.fail(VERIFY, async () => {
      space.ports.clock.advance(1_000);
      await connectMastodon(account.name);
      return { status: 401, json: { error: 'The access token is invalid' } };
    });
    await nextReport(() => space.ports.clock.advance(INTERVAL));
    expect((await call(social, 'list_accounts', {})).data).toMatchObject([{ status: 'connected' }]);
    expect(reports().every(({ check }) => check?.error === null)).toBe(true);
  });
});
