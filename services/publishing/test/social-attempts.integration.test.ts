import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { SOCIAL_RETRY_DELAYS_SECONDS } from '@space/contracts/publishing';
import { createEgress } from '@space/egress';
import { eventually as within } from '@space/runtime/testing';
import { attemptPublish } from '../src/social/attempt.ts';
import type { ClaimedRecord } from '../src/social/records.queries.ts';
import { createNetworkClient } from '../src/social-networks/network-client.ts';
import { createNetworks } from '../src/social-networks/networks.ts';
import type { FakeResponse } from './fixtures/fake-server.ts';
import { newSocialSpace, type SocialServices, startSocial } from './fixtures/social-space.ts';

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const pictures = createServer((_, response) => response.end(png));
let space: SocialServices;
let picture: string;
beforeAll(async () => {
  space = await startSocial();
  await new Promise<void>((listening) => pictures.listen(0, '127.0.0.1', listening));
  picture = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}/p.png`;
});
afterEach(() => space.mastodon.heal());
afterAll(async () => {
  pictures.closeAllConnections();
  pictures.close();
  await space.stop();
});

const eventually = <T>(look: () => Promise<T>) => within(look, { timeout: 15_000 });
const STATUSES = '/api/v1/statuses';
const MEDIA = '/api/v2/media';
const askedFor = (wanted: string) => space.mastodon.requests.filter(({ method, path }) => method === 'POST' && path === wanted).length;
const posted = () => askedFor(STATUSES);

/** Returns a response that the server sends when the test releases it. */
function held() {
  let release: (answered: FakeResponse | undefined) => void = () => {};
  const answer = new Promise<FakeResponse | undefined>((answered) => {
    release = answered;
  });
  return { fault: () => answer, release };
}

test('an attempt that outlives its lease stores no outcome when the record was claimed again, even by the same process', async () => {
  const { connectMastodon, publish, read, events } = newSocialSpace(space);
  await connectMastodon();
  const [first, second] = [held(), held()];
  space.mastodon.fail(STATUSES, first.fault, second.fault);
  const before = posted();
  const { id } = await publish({ text: 'Late' });
  await eventually(async () => expect(posted()).toBe(before + 1));
  space.ports.clock.advance(300_000);
  await eventually(async () => expect(posted()).toBe(before + 2));
  first.release({ status: 422, json: { error: 'Validation failed' } });
  // A response without effect emits no event, so the test waits for half a second.
  await delay(500);
  second.release(undefined);
  await eventually(async () => expect(await read(id)).toMatchObject({ status: 'published', records: [{ attempts: 2 }] }));
  expect(await events('social_post_failed')).toEqual([]);
});

test('the age of the Mastodon key is checked again after the uploads, right before the post', async () => {
  const { connectMastodon, publish, read } = newSocialSpace(space);
  await connectMastodon();
  space.mastodon.fail(STATUSES, 'lost');
  const { id } = await publish({ text: 'Slow pictures', media: [{ url: picture }] });
  await eventually(async () => expect((await read(id)).records[0]!.error).toBe('unreachable'));
  const before = posted();
  space.mastodon.fail(MEDIA, async () => {
    space.ports.clock.advance(200_000);
    return undefined;
  });
  space.ports.clock.advance(3_450_000);
  await eventually(async () => expect(await read(id)).toMatchObject({ status: 'failed', records: [{ error: 'outcome_unknown' }] }));
  expect(posted()).toBe(before);
  expect(space.mastodon.statuses.filter(({ content }) => content.status === 'Slow pictures')).toHaveLength(1);
});

test('at its deadline an attempt aborts the request in progress and sends no other', async () => {
  const { connectMastodon, caller } = newSocialSpace(space);
  const { id: account_id, handle } = await connectMastodon();
  const client = createNetworkClient(createEgress({ SPACE_WEBHOOK_ALLOW: '127.0.0.0/8' }));
  const { ports } = space;
  const record: ClaimedRecord = {
    space_id: caller.space_id,
    post_id: 'soc_1',
    account_id,
    handle,
    platform: 'mastodon',
    network_key: 'a-key',
    attempts: 1,
    tried: false,
    in_doubt_since: null,
    text: 'Before the deadline',
    media: [{ url: picture, alt_text: '' }],
    language: null,
    content_warning: null,
    by: caller.actor,
    lease: 'a lease',
  };
  const hand = (deadline: AbortSignal) =>
    attemptPublish({ ports, client, networks: createNetworks(client, ports.clock) }, record, deadline);
  const next = new Date(ports.clock.now() + SOCIAL_RETRY_DELAYS_SECONDS[0] * 1_000).toISOString();
  /** Makes an attempt whose deadline passes while the network does not answer this request. */
  const handUntil = async (path: string) => {
    const [deadline, asked] = [new AbortController(), askedFor(path)];
    space.mastodon.fail(path, 'stuck');
    const handing = hand(deadline.signal);
    await eventually(async () => expect(askedFor(path)).toBe(asked + 1));
    deadline.abort();
    return handing;
  };
  const before = posted();
  expect(await handUntil(MEDIA)).toMatchObject({ status: 'publishing', error: 'unreachable', next, in_doubt: false });
  expect(await hand(AbortSignal.abort())).toMatchObject({ status: 'publishing', error: 'unreachable', in_doubt: false });
  expect(posted()).toBe(before);
  expect(await handUntil(STATUSES)).toMatchObject({ status: 'publishing', error: 'unreachable', in_doubt: true });
  expect(posted()).toBe(before + 1);
  await client.close();
});

test('Spaces whose attempts hang leave room for the posts of another Space', async () => {
  const floods = [newSocialSpace(space), newSocialSpace(space)];
  const quiet = newSocialSpace(space);
  await Promise.all([...floods, quiet].map((one) => one.connectMastodon()));
  const { fault, release } = held();
  space.mastodon.fail(STATUSES, ...Array.from({ length: 6 }, () => fault));
  const before = posted();
  const hanging: (() => Promise<unknown>)[] = [];
  let expected = before;
  // The first Space takes half of the slots, the second half of the others.
  for (const [flood, slots] of [
    [floods[0]!, 4],
    [floods[1]!, 2],
  ] as const) {
    for (const { id } of await Promise.all(Array.from({ length: 8 }, (_, n) => flood.publish({ text: `Flood ${n}` }))))
      hanging.push(() => flood.read(id));
    expected += slots;
    await eventually(async () => expect(posted()).toBe(expected));
  }
  const { id } = await quiet.publish({ text: 'Quiet' });
  await eventually(async () => expect(await quiet.read(id)).toMatchObject({ status: 'published' }));
  expect(posted()).toBe(before + 7);
  release(undefined);
  for (const read of hanging) await eventually(async () => expect(await read()).toMatchObject({ status: 'published' }));
});
