import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CACHE_INVALIDATED } from '@space/contracts/core';
import { pages } from '@space/contracts/publishing';
import { eventually, startServices, type TestServices } from '@space/runtime/testing';
import { publishingService } from '../src/service.ts';
import { newSpace } from './fixtures/site-space.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startServices([publishingService]);
});
afterAll(() => services.stop());

test('gateways receive the tags of changes that visitors see, and of no other change of a page', async () => {
  const { site, live, publish, call } = newSpace(services.ports);
  const { id: site_id } = await site(`Engines ${Date.now()}`);
  const { id } = await live('Home', { site_id });
  const received: string[][] = [];
  const close = services.ports.bus.subscribe(
    CACHE_INVALIDATED,
    (payload) => void received.push(JSON.parse(Buffer.from(payload).toString())),
  );
  /** Resolves when all broadcasts so far have arrived, since they arrive in order. */
  const heardAll = async () => {
    services.ports.bus.publish(CACHE_INVALIDATED, Buffer.from('["last"]'));
    await eventually(() => expect(received.at(-1)).toEqual(['last']));
    received.pop();
  };
  const receivedBy = async (act: () => Promise<unknown>) => {
    await heardAll();
    received.length = 0;
    await act();
    await heardAll();
    return received.flat().sort();
  };
  const at = new Date(services.ports.clock.now() + 3_600_000).toISOString();
  for (const fields of [{ title: 'Draft' }, { layout_html: '<p>Draft' }, { description: 'Draft', image_url: 'https://x.example/a.png' }])
    expect(await receivedBy(() => call(pages, 'update', { id, ...fields }))).toEqual([]);
  expect(await receivedBy(() => publish(id, { publish: false, unpublish_at: at }))).toEqual([]);
  const whole = [`page:${id}`, `site:${site_id}`];
  for (const fields of [{ nav_label: 'Start' }, { show_in_nav: false }, { title: 'Two', nav_label: 'Begin' }])
    expect(await receivedBy(() => call(pages, 'update', { id, ...fields }))).toEqual(whole);
  expect(await receivedBy(() => call(pages, 'update', { id, indexed: false }))).toEqual([`page:${id}`]);
  expect(await receivedBy(() => publish(id))).toEqual(whole);
  expect(await receivedBy(() => call(pages, 'update', { id, site_id: null }))).toEqual(whole);
  close();
});
