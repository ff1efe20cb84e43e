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

test('gateways are told of what visitors see, and of nothing else that happens to a page', async () => {
  const { site, live, publish, call } = newSpace(services.ports);
  const { id: site_id } = await site(`Engines ${Date.now()}`);
  const { id } = await live('Home', { site_id });
  const told: string[][] = [];
  const close = services.ports.bus.subscribe(CACHE_INVALIDATED, (payload) => void told.push(JSON.parse(Buffer.from(payload).toString())));
  /** Broadcasts come in their order: what was said before this one was heard. */
  const heardAll = async () => {
    services.ports.bus.publish(CACHE_INVALIDATED, Buffer.from('["last"]'));
    await eventually(() => expect(told.at(-1)).toEqual(['last']));
    told.pop();
  };
  const toldBy = async (act: () => Promise<unknown>) => {
    await heardAll();
    told.length = 0;
    await act();
    await heardAll();
    return told.flat().sort();
  };
  const at = new Date(services.ports.clock.now() + 3_600_000).toISOString();
  for (const fields of [{ title: 'Draft' }, { layout_html: '<p>Draft' }, { description: 'Draft', image_url: 'https://x.example/a.png' }])
    expect(await toldBy(() => call(pages, 'update', { id, ...fields }))).toEqual([]);
  expect(await toldBy(() => publish(id, { publish: false, at }))).toEqual([]);
  const whole = [`page:${id}`, `site:${site_id}`];
  for (const fields of [{ nav_label: 'Start' }, { show_in_nav: false }, { title: 'Two', nav_label: 'Begin' }])
    expect(await toldBy(() => call(pages, 'update', { id, ...fields }))).toEqual(whole);
  expect(await toldBy(() => call(pages, 'update', { id, indexed: false }))).toEqual([`page:${id}`]);
  expect(await toldBy(() => publish(id))).toEqual(whole);
  expect(await toldBy(() => call(pages, 'update', { id, site_id: null }))).toEqual(whole);
  close();
});
