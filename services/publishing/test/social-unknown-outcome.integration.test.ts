import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { social, socialSettings } from '@space/contracts/publishing';
import { eventually as within } from '@space/runtime/testing';
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
const STATUSES = '/api/v1/statuses';
const spam = { status: 422, json: { error: 'Validation failed: Text is spam' } };
const saying = (text: string) => space.mastodon.statuses.filter(({ content }) => content.status === text).length;

/** Creates a post whose first attempt arrived while its response was lost, and whose second attempt got the response `answered`. */
async function inDoubt(answered: typeof spam) {
  const mine = newSocialSpace(space);
  const account = await mine.connectMastodon();
  const text = `In doubt ${account.id}`;
  space.mastodon.fail(STATUSES, 'lost', answered);
  const { id } = await mine.publish({ text });
  const record = async () => (await mine.read(id)).records[0]!;
  await eventually(async () => expect(await record()).toMatchObject({ error: 'unreachable', next_attempt_at: expect.any(String) }));
  space.ports.clock.advance(11_000);
  await eventually(async () => expect(await record()).toMatchObject({ status: 'failed', attempts: 2 }));
  return { ...mine, account, text, id, record };
}

describe('a refusal after an attempt that may have arrived', () => {
  test('a refusal after an attempt in doubt ends as outcome_unknown, and the post is never sent a second time', async () => {
    const { publish, record, id, text, events } = await inDoubt(spam);
    expect(await record()).toMatchObject({ error: 'outcome_unknown', error_message: expect.stringContaining('Text is spam') });
    space.ports.clock.advance(2 * 3_600_000);
    await publish({ post_id: id });
    await eventually(async () => expect(await events('social_post_failed')).toHaveLength(2));
    expect(await record()).toMatchObject({ status: 'failed', error: 'outcome_unknown' });
    expect(saying(text)).toBe(1);
  });

  test('a post in doubt keeps its key, so publishing again within the hour returns the post that the network has', async () => {
    const { publish, read, id, text } = await inDoubt(spam);
    await publish({ post_id: id });
    await eventually(async () => expect(await read(id)).toMatchObject({ status: 'published', records: [{ error: null }] }));
    expect(saying(text)).toBe(1);
  });

  test('a post in doubt cannot be changed and can be deleted', async () => {
    const { call, id, record } = await inDoubt(spam);
    await expect(call(social, 'update_draft', { id, text: 'Better' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('may have'),
    });
    expect(await record()).toMatchObject({ error: 'outcome_unknown' });
    expect(await call(social, 'delete_draft', { id })).toEqual({ id, deleted: true });
  });

  test('a refused token marks the account as refused, also after an attempt in doubt', async () => {
    const { call, record } = await inDoubt({ status: 401, json: { error: 'The access token is invalid' } });
    expect(await record()).toMatchObject({ error: 'outcome_unknown', error_message: expect.stringContaining('token') });
    expect((await call(social, 'list_accounts', {})).data).toMatchObject([{ status: 'refused' }]);
  });

  test('a post that certainly did not arrive can be changed and published', async () => {
    const { connectMastodon, publish, read, call } = newSocialSpace(space);
    await connectMastodon();
    space.mastodon.fail(STATUSES, spam);
    const { id } = await publish({ text: 'Refused' });
    await eventually(async () => expect(await read(id)).toMatchObject({ status: 'failed', records: [{ error: 'rejected' }] }));
    space.ports.clock.advance(2 * 3_600_000);
    await publish({ post_id: id });
    await eventually(async () => expect(await read(id)).toMatchObject({ status: 'published' }));
    space.mastodon.fail(STATUSES, spam);
    const other = await publish({ text: 'Refused too' });
    await eventually(async () => expect(await read(other.id)).toMatchObject({ status: 'failed' }));
    expect(await call(social, 'update_draft', { id: other.id, text: 'Better' })).toMatchObject({ status: 'draft', records: [] });
  });
});

describe('scheduled retry of a post that some accounts have', () => {
  const partlyFailed = async () => {
    const mine = newSocialSpace(space);
    const accounts = [await mine.connectMastodon(), await mine.connectBluesky(), await mine.connectMastodon()];
    const [first, second, third] = accounts.map(({ id }) => id) as [string, string, string];
    const refused = { status: 400, json: { error: 'InvalidRequest', message: 'No' } };
    space.bluesky.fail('/xrpc/com.atproto.repo.createRecord', refused);
    const text = `Partly ${first}`;
    const { id } = await mine.publish({ text, account_ids: [first, second] });
    await eventually(async () => expect(await mine.read(id)).toMatchObject({ status: 'failed' }));
    const at = (ms: number) => new Date(space.ports.clock.now() + ms).toISOString();
    return { ...mine, id, text, first, second, third, at };
  };
  const states = ({ records }: { records: readonly { account_id: string; status: string }[] }) =>
    Object.fromEntries(records.map(({ account_id, status }) => [account_id, status]));

  test('cancelling a scheduled retry restores the failed records and keeps the published ones', async () => {
    const { call, publish, read, events, id, first, second, third, at } = await partlyFailed();
    const before = await read(id);
    const planned = await publish({ post_id: id, account_ids: [second, third], scheduled_at: at(60_000) });
    expect(planned).toMatchObject({ status: 'scheduled', account_ids: [first, second, third] });
    expect(states(planned)).toEqual({ [first]: 'published', [second]: 'scheduled', [third]: 'scheduled' });
    const back = await call(social, 'cancel', { id });
    expect(back).toMatchObject({ status: 'failed', scheduled_at: null, account_ids: [first, second], records: before.records });
    const [cancelled] = await events('social_post_cancelled');
    expect((cancelled!.data.accounts as { account_id: string }[]).map(({ account_id }) => account_id)).toEqual([second, third]);
    const otherSpace = newSocialSpace(space);
    await otherSpace.connectMastodon();
    const other = await otherSpace.publish({ text: 'Other', scheduled_at: at(60_000) });
    space.ports.clock.advance(120_000);
    await eventually(async () => expect(await otherSpace.read(other.id)).toMatchObject({ status: 'published' }));
    expect(await read(id)).toMatchObject({ status: 'failed' });
    await publish({ post_id: id });
    const done = await eventually(async () => {
      const post = await read(id);
      expect(post.status).toBe('published');
      return post;
    });
    expect(states(done)).toEqual({ [first]: 'published', [second]: 'published' });
  });

  test('a scheduled retry publishes on the missing accounts only', async () => {
    const { publish, read, id, text, first, second, at } = await partlyFailed();
    await publish({ post_id: id, account_ids: [second], scheduled_at: at(60_000) });
    space.ports.clock.advance(60_000);
    await eventually(async () => expect(await read(id)).toMatchObject({ status: 'published', account_ids: [first, second] }));
    expect(saying(text)).toBe(1);
    expect((await read(id)).records.map(({ error }) => error)).toEqual([null, null]);
  });

  test('a scheduled retry does not need a disconnected account that has the post', async () => {
    const { operator, publish, read, id, first, caller } = await partlyFailed();
    await operator(socialSettings, 'disconnect_account', { space_id: caller.space_id, id: first });
    await publish({ post_id: id });
    await eventually(async () => expect(await read(id)).toMatchObject({ status: 'published' }));
  });
});
