import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { social, socialSettings } from '@space/contracts/publishing';
import { sql } from '@space/database';
import { eventually as within } from '@space/runtime/testing';
import { z } from 'zod';
import { ADA } from './fixtures/fake-bluesky.ts';
import { newSocialSpace, type SocialServices, startSocial } from './fixtures/social-space.ts';

let space: SocialServices;
beforeAll(async () => {
  space = await startSocial();
});
afterEach(() => {
  space.mastodon.heal();
  space.bluesky.heal();
});
afterAll(() => space.stop());

const eventually = <T>(look: () => Promise<T>) => within(look, { timeout: 15_000 });

describe('social account', () => {
  test('an operator connects an account and sees its handle; the secret is stored sealed and never shown', async () => {
    const { call, operator, connectMastodon, connectBluesky, events, caller } = newSocialSpace(space);
    const first = await connectMastodon('grace');
    expect(first).toMatchObject({ platform: 'mastodon', handle: '@grace@mastodon.example', max_characters: 500, status: 'connected' });
    expect(await connectBluesky()).toMatchObject({ platform: 'bluesky', handle: `@${ADA.handle}`, display_name: 'Ada Lovelace' });
    const again = await connectMastodon('grace');
    expect(again.id).toBe(first.id);
    const listed = await call(social, 'list_accounts', {});
    expect(listed.data.map(({ platform }) => platform)).toEqual(['mastodon', 'bluesky']);
    const rows = await space.ports.database.many(sql.type(z.object({ row: z.string() }))`
      select row_to_json(a)::text as row from publishing.social_account as a where space_id = ${caller.space_id}`);
    for (const text of [JSON.stringify([listed, rows, await events(), space.ports.lines])])
      for (const secret of ['token-of-', ADA.password, 'access-', 'refresh-']) expect(text).not.toContain(secret);
    expect((await events()).map(({ type }) => type)).toEqual(Array(3).fill('social_account_connected'));
    await operator(socialSettings, 'disconnect_account', { space_id: caller.space_id, id: first.id });
    expect((await call(social, 'list_accounts', {})).data).toHaveLength(1);
  });

  test('connecting is refused for a wrong secret, a server of another kind, or an address that is not public', async () => {
    const { operator, caller } = newSocialSpace(space);
    const connect = (over: object) =>
      operator(socialSettings, 'connect_account', {
        space_id: caller.space_id,
        platform: 'mastodon',
        server: space.mastodon.url,
        secret: 'wrong',
        ...over,
      } as never);
    await expect(connect({})).rejects.toMatchObject({ code: 'invalid', extras: { errors: [{ path: 'secret', code: 'unauthorized' }] } });
    await expect(connect({ server: space.bluesky.url })).rejects.toMatchObject({ code: 'invalid' });
    await expect(connect({ server: 'http://10.0.0.1' })).rejects.toMatchObject({ code: 'unsafe_url' });
    await expect(connect({ server: 'http://127.0.0.1:1' })).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'server' }] },
    });
    await expect(connect({ server: undefined })).rejects.toMatchObject({ code: 'invalid' });
    await expect(connect({ platform: 'bluesky', server: space.bluesky.url })).rejects.toMatchObject({
      extras: { errors: [{ path: 'identifier' }] },
    });
    await expect(connect({ space_id: 'spc_nowhere' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('publishing', () => {
  test('a post is published on every account once, with links, mentions and hashtags, and emits an event for each', async () => {
    const { call, connectMastodon, connectBluesky, publish, read, events } = newSocialSpace(space);
    const mastodon = await connectMastodon();
    const bluesky = await connectBluesky();
    const text = 'Grüße 👩‍🚀 an @grace.bsky.example & @unknown.example: https://example.com/a_(b)?x=1. #Motor 🧵';
    const draft = await call(social, 'create_draft', { text, language: 'de-AT', account_ids: [mastodon.id, bluesky.id] });
    expect(draft).toMatchObject({ status: 'draft', records: [] });
    const sent = await publish({ post_id: draft.id });
    expect(['publishing', 'published']).toContain(sent.status);
    const done = await eventually(async () => {
      const post = await read(draft.id);
      expect(post.status).toBe('published');
      return post;
    });
    expect(done.records).toHaveLength(2);
    for (const record of done.records)
      expect(record).toMatchObject({ status: 'published', attempts: 1, error: null, url: expect.stringMatching(/^https:/) });
    const status = space.mastodon.statuses.find(({ content }) => content.status === text)!;
    expect(status).toMatchObject({ account: mastodon.name, content: { visibility: 'public', language: 'de' } });
    const [[uri, record]] = [...space.bluesky.records].filter(([, { text: said }]) => said === text) as [[string, Record<string, never>]];
    expect(done.records.find(({ platform }) => platform === 'bluesky')!.url).toBe(
      `https://bsky.app/profile/${ADA.handle}/post/${uri.split('/').at(-1)}`,
    );
    const bytes = Buffer.from(text);
    expect(
      (record!.facets as unknown as { index: { byteStart: number; byteEnd: number }; features: object[] }[]).map(({ index, features }) => [
        bytes.subarray(index.byteStart, index.byteEnd).toString(),
        features[0],
      ]),
    ).toEqual([
      ['@grace.bsky.example', { $type: 'app.bsky.richtext.facet#mention', did: 'did:plc:grace' }],
      ['https://example.com/a_(b)?x=1', { $type: 'app.bsky.richtext.facet#link', uri: 'https://example.com/a_(b)?x=1' }],
      ['#Motor', { $type: 'app.bsky.richtext.facet#tag', tag: 'Motor' }],
    ]);
    expect((await events('social_post_published')).map(({ data }) => [data.account_id, data.actor_kind]).toSorted()).toEqual(
      [mastodon.id, bluesky.id].toSorted().map((id) => [id, 'api_key']),
    );
    await expect(publish({ post_id: draft.id })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('publish accepts a text for the only account, and lists all errors of all networks together', async () => {
    const { connectMastodon, connectBluesky, publish, read } = newSocialSpace(space);
    await expect(publish({ text: 'No account to publish it' })).rejects.toMatchObject({ code: 'conflict' });
    const only = await connectMastodon();
    const { id } = await publish({ text: 'Published now' });
    await eventually(async () => expect(await read(id)).toMatchObject({ status: 'published', account_ids: [only.id] }));
    const bluesky = await connectBluesky();
    await expect(publish({ text: 'Who says it?' })).rejects.toMatchObject({ extras: { errors: [{ path: 'account_ids' }] } });
    await expect(publish({ text: 'x'.repeat(501), account_ids: [only.id, bluesky.id] })).rejects.toMatchObject({
      code: 'invalid',
      extras: {
        errors: [
          { path: 'text', message: expect.stringContaining('at most 500') },
          { path: 'text', message: expect.stringContaining('at most 300') },
        ],
      },
    });
    await expect(publish({ text: 'x', account_ids: ['sac_none'] })).rejects.toMatchObject({ code: 'unresolved_reference' });
    await expect(publish({ text: ' ', account_ids: [only.id] })).rejects.toMatchObject({ code: 'invalid' });
    await expect(publish({})).rejects.toMatchObject({ code: 'invalid' });
    await expect(publish({ post_id: 'soc_none' })).rejects.toMatchObject({ code: 'unresolved_reference' });
    await expect(publish({ text: 'x', account_ids: [only.id], scheduled_at: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({
      extras: { errors: [{ path: 'scheduled_at', code: 'in_the_past' }] },
    });
  });

  test('transient failures are retried, and the network has the post once although its responses were lost', async () => {
    const { connectMastodon, connectBluesky, publish, read, events } = newSocialSpace(space);
    const accounts = [await connectMastodon(), await connectBluesky()];
    space.mastodon.fail('/api/v1/statuses', 'lost', { status: 503, json: { error: 'Remote data could not be fetched' } });
    space.bluesky.fail('/xrpc/com.atproto.repo.createRecord', 'lost', 'lost');
    const text = `Once and only once ${accounts[0]!.id}`;
    const { id } = await publish({ text, account_ids: accounts.map((account) => account.id) });
    await eventually(async () =>
      expect((await read(id)).records.map(({ error, attempts }) => [error, attempts])).toEqual(Array(2).fill(['unreachable', 1])),
    );
    space.ports.clock.advance(11_000);
    await eventually(async () => expect((await read(id)).records.map(({ attempts }) => attempts)).toEqual([2, 2]));
    await eventually(async () => expect((await read(id)).records.find(({ platform }) => platform === 'bluesky')!.status).toBe('published'));
    await eventually(async () =>
      expect((await read(id)).records.find(({ platform }) => platform === 'mastodon')!.error).toBe('unavailable'),
    );
    space.ports.clock.advance(31_000);
    await eventually(async () => expect(await read(id)).toMatchObject({ status: 'published' }));
    expect(space.mastodon.statuses.filter(({ content }) => content.status === text)).toHaveLength(1);
    expect([...space.bluesky.records.values()].filter((record) => record.text === text)).toHaveLength(1);
    expect(await events('social_post_published')).toHaveLength(2);
    expect(await events('social_post_failed')).toHaveLength(0);
  });

  test('a permanent refusal fails immediately with the reason, and publishing again tries the missing account only', async () => {
    const { connectMastodon, connectBluesky, publish, read, events, call } = newSocialSpace(space);
    const accounts = [await connectMastodon(), await connectBluesky()];
    space.mastodon.fail('/api/v1/statuses', { status: 422, json: { error: 'Validation failed: Text is spam' } });
    const text = `Half of it ${accounts[0]!.id}`;
    const { id } = await publish({ text, account_ids: accounts.map((account) => account.id) });
    await eventually(async () => expect(await read(id)).toMatchObject({ status: 'failed' }));
    expect((await read(id)).records.find(({ platform }) => platform === 'mastodon')).toMatchObject({
      status: 'failed',
      error: 'rejected',
      error_message: expect.stringContaining('Text is spam'),
    });
    expect(await events('social_post_failed')).toMatchObject([{ data: { error: 'rejected', platform: 'mastodon', attempts: 1 } }]);
    await expect(call(social, 'update_draft', { id, text: 'x' })).rejects.toMatchObject({ code: 'conflict' });
    await publish({ post_id: id });
    await eventually(async () => expect(await read(id)).toMatchObject({ status: 'published' }));
    expect([...space.bluesky.records.values()].filter((record) => record.text === text)).toHaveLength(1);
  });

  test('a revoked token fails the post and marks the account as refused until it is connected again', async () => {
    const { connectMastodon, publish, read, events, call } = newSocialSpace(space);
    const account = await connectMastodon();
    space.mastodon.revoke(account.name);
    const { id } = await publish({ text: 'Locked out' });
    await eventually(async () => expect(await read(id)).toMatchObject({ status: 'failed' }));
    expect((await read(id)).records).toMatchObject([{ error: 'unauthorized', attempts: 1 }]);
    expect((await call(social, 'list_accounts', {})).data).toMatchObject([{ status: 'refused' }]);
    expect((await events()).slice(-2).map(({ type }) => type)).toEqual(['social_post_failed', 'social_account_disconnected']);
    await expect(publish({ post_id: id })).rejects.toMatchObject({ code: 'disabled' });
    await connectMastodon(account.name);
    await publish({ post_id: id });
    await eventually(async () => expect(await read(id)).toMatchObject({ status: 'published' }));
  });

  test('a post fails after all attempts, and Retry-After of a server is respected', async () => {
    const { connectMastodon, publish, read } = newSocialSpace(space);
    await connectMastodon();
    space.mastodon.fail('/api/v1/statuses', { status: 429, json: { error: 'Too many requests' }, headers: { 'retry-after': '600' } });
    const { id } = await publish({ text: 'Retry later' });
    const record = async () => (await read(id)).records[0]!;
    await eventually(async () =>
      expect(await record()).toMatchObject({
        error: 'limited',
        next_attempt_at: new Date(space.ports.clock.now() + 600_000).toISOString(),
      }),
    );
    space.mastodon.fail('/api/v1/statuses', ...Array(6).fill({ status: 502, json: {} }));
    for (let attempt = 2; attempt <= 7; attempt++) {
      space.ports.clock.set(Date.parse((await record()).next_attempt_at!));
      await eventually(async () =>
        expect(await record()).toMatchObject({ attempts: attempt, next_attempt_at: attempt < 7 ? expect.any(String) : null }),
      );
    }
    // A server that answers 502 may have the post nevertheless.
    await eventually(async () =>
      expect(await record()).toMatchObject({
        status: 'failed',
        error: 'outcome_unknown',
        error_message: expect.stringMatching(/answered 502\. .*look there/),
      }),
    );
  });

  test('a post with an unknown outcome is not published twice', async () => {
    const { connectMastodon, publish, read } = newSocialSpace(space);
    const { id: account } = await connectMastodon();
    space.mastodon.fail('/api/v1/statuses', 'lost');
    const text = `In doubt ${account}`;
    const { id } = await publish({ text });
    await eventually(async () => expect((await read(id)).records[0]!.error).toBe('unreachable'));
    space.ports.clock.advance(2 * 3_600_000);
    await eventually(async () => expect(await read(id)).toMatchObject({ status: 'failed', records: [{ error: 'outcome_unknown' }] }));
    expect(space.mastodon.statuses.filter(({ content }) => content.status === text)).toHaveLength(1);
  });

  test('a Bluesky session is refreshed, and created again when the refresh is refused', async () => {
    const { connectBluesky, publish, read } = newSocialSpace(space);
    await connectBluesky();
    for (const alsoRefresh of [false, true]) {
      space.bluesky.expire(alsoRefresh);
      const { id } = await publish({ text: `Session ${alsoRefresh}` });
      await eventually(async () => expect(await read(id)).toMatchObject({ status: 'published', records: [{ attempts: 1 }] }));
    }
    space.bluesky.expire(true);
    space.bluesky.changePassword('something else');
    const { id } = await publish({ text: 'Locked out' });
    await eventually(async () => expect(await read(id)).toMatchObject({ status: 'failed', records: [{ error: 'unauthorized' }] }));
    space.bluesky.changePassword(ADA.password);
  });
});
