import type { ChildProcess } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { pages } from '@space/contracts/publishing';
import {
  callAs,
  emittedIn,
  eventually,
  newSpaceCaller,
  randomRuns,
  startServices,
  type TestServices,
  testPorts,
} from '@space/runtime/testing';
import { publishingService } from '../src/service.ts';
import { type FakeScheduling, startFakeScheduling } from './fixtures/fake-scheduling.ts';
import { kill, startProcess } from './fixtures/publishing-process.ts';
import { newSpace, refusal } from './fixtures/site-space.ts';

let services: TestServices;
let scheduling: FakeScheduling;
beforeAll(async () => {
  services = await startServices([publishingService]);
  scheduling = await startFakeScheduling(services.ports.bus);
});
afterAll(() => services.stop());
const space = () => newSpace(services.ports);
const HOUR = 3_600_000;
const later = (milliseconds: number) => new Date(services.ports.clock.now() + milliseconds).toISOString();
const pass = (milliseconds: number) => services.ports.clock.advance(milliseconds);

describe('scheduled page', () => {
  test('a scheduled page is published at its time with its present content, on behalf of the actor who scheduled it', async () => {
    const { page, publish, call, events, caller } = space();
    const { id } = await page('First');
    const at = later(HOUR);
    expect(await publish(id, { publish_at: at })).toMatchObject({ status: 'unpublished', publish_at: at });
    await call(pages, 'update', { id, title: 'Second' });
    pass(HOUR);
    const published = await eventually(async () => {
      const read = await call(pages, 'get', { id });
      expect(read.status).toBe('published');
      return read;
    });
    expect(published).toMatchObject({ publish_at: null, published_version: 1, has_unpublished_changes: false });
    expect((await events()).slice(1)).toMatchObject([
      { type: 'page_publish_scheduled', data: { page_id: id, publish_at: at, unpublish_at: null } },
      { type: 'page_updated' },
      { type: 'page_published', data: { page: 'Second', scheduled: true, actor: caller.actor } },
    ]);
  });

  test('the address of a scheduled page is reserved for it', async () => {
    const { page, publish, call } = space();
    const slug = `launch-${Date.now()}`;
    const { id } = await page('Launch');
    await publish(id, { publish_at: later(HOUR), published_slug: slug });
    const other = await page('Other');
    expect(await refusal(publish(other.id, { published_slug: slug }))).toMatchObject({ code: 'duplicate' });
    pass(HOUR);
    await eventually(async () => expect((await call(pages, 'get', { id })).published_slug).toBe(slug));
  });

  test('a scheduled page takes over an address that redirects at its time, and not when its schedule is cancelled', async () => {
    const { live, page, publish, call, visitor } = space();
    const [old, now] = [`old-${Date.now()}`, `now-${Date.now()}`];
    const { id } = await live('Moved');
    const first = await publish(id, { published_slug: old });
    const { url } = await publish(id, { published_slug: now });
    const led = async () => ((await visitor.get(first.url!)).headers.Location ?? (await visitor.get(first.url!)).status) as unknown;
    const next = await page('Next');
    await publish(next.id, { publish_at: later(HOUR), published_slug: old });
    expect(await led()).toBe(url);
    const stranger = space();
    const theirs = await stranger.page('Theirs');
    for (const taken of [
      publish(id, { published_slug: old }),
      stranger.publish(theirs.id, { published_slug: old, publish_at: later(HOUR) }),
    ])
      expect(await refusal(taken)).toMatchObject({ code: 'duplicate' });
    await publish(next.id, { publish_at: null });
    expect(await led()).toBe(url);
    await publish(next.id, { publish_at: later(HOUR), published_slug: old });
    pass(HOUR);
    await eventually(async () => expect((await call(pages, 'get', { id: next.id })).published_slug).toBe(old));
    expect(await led()).toBe(200);
  });

  test('a reserved new address answers 404 and cannot be claimed by other Spaces', async () => {
    const { live, publish, visitor } = space();
    const slug = `fresh-${Date.now()}`;
    const { id } = await live('Later elsewhere');
    await publish(id, { published_slug: `here-${Date.now()}` });
    await publish(id, { publish: false });
    await publish(id, { publish_at: later(HOUR), published_slug: slug });
    const stranger = space();
    const theirs = await stranger.page('Theirs');
    expect(await refusal(stranger.publish(theirs.id, { published_slug: slug }))).toMatchObject({ code: 'duplicate' });
    expect((await visitor.open('standalone', { slug })).status).toBe(404);
    await publish(id, { publish_at: null });
    expect((await stranger.publish(theirs.id, { published_slug: slug })).published_slug).toBe(slug);
  });

  test('a cancelled schedule publishes nothing, and a scheduled page can be unpublished by a second schedule', async () => {
    const { page, publish, call, events } = space();
    const { id } = await page('Off');
    await publish(id, { publish_at: later(HOUR) });
    expect(await publish(id, { publish_at: null })).toMatchObject({ publish_at: null });
    const offer = await page('Offer');
    await publish(offer.id, { publish_at: later(HOUR) });
    await publish(offer.id, { unpublish_at: later(2 * HOUR), publish: false });
    // Both times passed while no process polled.
    pass(3 * HOUR);
    await eventually(async () =>
      expect((await events()).filter(({ data }) => data.page_id === offer.id).map(({ type }) => type)).toEqual([
        'page_created',
        'page_publish_scheduled',
        'page_publish_scheduled',
        'page_published',
        'page_unpublished',
      ]),
    );
    expect(await call(pages, 'get', { id })).toMatchObject({ status: 'unpublished', publish_at: null });
    expect(await call(pages, 'get', { id: offer.id })).toMatchObject({ status: 'unpublished', unpublish_at: null });
  });

  test('a scheduled page whose form was deleted is not published, and schedule_error says why', async () => {
    const { page, publish, call, space_id, visitor, events, caller } = space();
    scheduling.add(space_id, 'frm_a', 'A');
    const { id } = await page('Contact', { layout_html: '<div data-form-id=frm_a>' });
    const at = later(HOUR);
    await publish(id, { publish_at: at });
    scheduling.remove(space_id, 'frm_a');
    pass(HOUR);
    const read = await eventually(async () => {
      const found = await call(pages, 'get', { id });
      expect(found.publish_at).toBeNull();
      return found;
    });
    expect(read).toMatchObject({ status: 'unpublished', schedule_error: expect.stringContaining('form "frm_a" at line 1, column 6') });
    expect((await events()).slice(2)).toMatchObject([
      {
        type: 'page_publish_failed',
        data: { page_id: id, page: 'Contact', publish_at: at, error: read.schedule_error, actor: caller.actor },
      },
    ]);
    expect((await visitor.open('standalone', { slug: 'contact' })).status).toBe(404);
    scheduling.add(space_id, 'frm_a', 'A');
    expect(await publish(id)).toMatchObject({ status: 'published', schedule_error: null });
  });

  test('three processes that poll at the same time publish a scheduled page once', async () => {
    const url = services.ports.url;
    const others = await Promise.all(
      [0, 1].map(async () => startServices([publishingService], await testPorts({ url, clock: services.ports.clock }))),
    );
    const { page, publish, events } = space();
    const made = await Promise.all(Array.from({ length: 12 }, (_, n) => page(`Page ${n}`)));
    const at = later(HOUR);
    for (const { id } of made) await publish(id, { publish_at: at });
    pass(HOUR);
    const published = async () => (await events()).filter(({ type }) => type === 'page_published').map(({ data }) => data.page_id);
    await eventually(async () => expect((await published()).length).toBeGreaterThanOrEqual(12), { timeout: 60_000 });
    expect([...(await published())].sort()).toEqual(made.map(({ id }) => id).sort());
    for (const other of others) await other.stop();
  });
});

describe('a process that is killed while it publishes', () => {
  /** Pages that are created for each process that is killed. */
  const PAGES = 40;
  const KILLS = randomRuns(3);
  /** Processes that are started at most: a process that finished before it was killed proves nothing. */
  const PROCESSES = 10;
  const running: ChildProcess[] = [];
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
  });

  const start = async (url: string): Promise<ChildProcess> => {
    const child = await startProcess(url);
    running.push(child);
    return child;
  };

  test('pages are published once, with one event, when processes are killed while they publish', async () => {
    const ports = await testPorts();
    const quiet = await startServices(
      [{ ...publishingService, open: async (on) => ({ serves: (await publishingService.open(on)).serves }) }],
      ports,
    );
    const caller = newSpaceCaller();
    const call = callAs(ports, caller);
    const ids: string[] = [];
    const at = new Date(Date.now() - 1_000).toISOString();
    ports.clock.set(Date.now() - HOUR);
    const plan = async () => {
      const planned: string[] = [];
      for (let n = 0; n < PAGES; n++) planned.push((await call(pages, 'create', { title: `Page ${ids.length + n}`, standalone: true })).id);
      await Promise.all(planned.map((id) => call(pages, 'publish', { id, publish_at: at })));
      ids.push(...planned);
    };
    const published = async () =>
      (await emittedIn(ports.database, 'publishing', caller.space_id))
        .filter(({ type }) => type === 'page_published')
        .map(({ data }) => data.page_id);
    let interrupted = 0;
    for (let started = 0; interrupted < KILLS && started < PROCESSES; started++) {
      await plan();
      const before = (await published()).length;
      const child = await start(ports.url);
      await eventually(async () => expect((await published()).length).toBeGreaterThan(before), { timeout: 120_000 });
      await kill(child);
      if ((await published()).length < ids.length) interrupted += 1;
    }
    await start(ports.url);
    await eventually(async () => expect((await published()).length).toBe(ids.length), { timeout: 120_000 });
    expect(interrupted).toBeGreaterThan(0);
    expect([...(await published())].sort()).toEqual([...ids].sort());
    for (const id of ids)
      expect(await call(pages, 'get', { id })).toMatchObject({ status: 'published', publish_at: null, published_version: 1 });
    await quiet.stop();
  }, 600_000);
});
