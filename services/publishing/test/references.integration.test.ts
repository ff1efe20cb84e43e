import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pageReferences, pages, pageVersions } from '@space/contracts/publishing';
import { startServices, type TestServices, testPorts } from '@space/runtime/testing';
import { publicOrigin } from '@space/web';
import { publishingService } from '../src/service.ts';
import { type FakeScheduling, startFakeScheduling } from './fixtures/fake-scheduling.ts';
import { startFakeShareLinks } from './fixtures/fake-share-links.ts';
import { newSpace, refusal } from './fixtures/site-space.ts';

let services: TestServices;
let scheduling: FakeScheduling;
beforeAll(async () => {
  services = await startServices([publishingService]);
  scheduling = await startFakeScheduling(services.ports.bus);
  await startFakeShareLinks(services.ports.bus, ['tok_1'], ['tok_locked']);
});
afterAll(() => services.stop());
const space = () => newSpace(services.ports);

describe('page with forms and booking pages', () => {
  test('all forms and booking pages of a page are looked up in one request', async () => {
    const { page, space_id } = space();
    for (const id of ['frm_a', 'frm_b', 'bkp_c']) scheduling.add(space_id, id, `Name of ${id}`);
    const before = scheduling.requests.length;
    await page('Contact', {
      layout_html: '<div data-form-id=frm_a></div><a href=/f/frm_b></a><a href=/f/frm_a></a><a href=/book/bkp_c></a>',
    });
    expect(scheduling.requests.slice(before)).toEqual([{ form_ids: ['frm_a', 'frm_b'], booking_page_ids: ['bkp_c'] }]);
    await page('Plain', { layout_html: '<p>Hi' });
    expect(scheduling.requests.length).toBe(before + 1);
  });

  test('a page is refused with each place that uses a form or booking page of no or another Space', async () => {
    const { page, space_id, call, events } = space();
    scheduling.add(space_id, 'frm_mine', 'Mine');
    scheduling.add(space().space_id, 'frm_theirs', 'Theirs');
    const layout_html =
      '<!doctype html>\n<body>\n<div data-form-id="frm_mine"></div>\n  <a href="/f/frm_theirs">x</a>\n<a href="/book/bkp_none">y</a><a href="/book/frm_mine">z</a>';
    const refused = await refusal(page('Contact', { layout_html }));
    expect(refused.status).toBe(422);
    expect(refused).toMatchObject({
      code: 'unresolved_reference',
      extras: {
        errors: [
          { path: 'layout_html', code: 'unresolved_form', message: 'line 4, column 6: there is no form "frm_theirs" in this Space' },
          {
            path: 'layout_html',
            code: 'unresolved_booking_page',
            message: 'line 5, column 4: there is no booking page "bkp_none" in this Space',
          },
          { path: 'layout_html', code: 'unresolved_booking_page', message: expect.stringContaining('line 5, column 34') },
        ],
        references: [
          { kind: 'form', id: 'frm_theirs', line: 4, column: 6 },
          { kind: 'booking_page', id: 'bkp_none', line: 5, column: 4 },
          { kind: 'booking_page', id: 'frm_mine', line: 5, column: 34 },
        ],
      },
    });
    expect(refused.message).toContain('form "frm_theirs" at line 4, column 6');
    expect((await call(pages, 'list', {})).data).toEqual([]);
    expect(await events()).toEqual([]);
  });

  test('the answers of a page warn of markup that embeds nothing, until it is changed', async () => {
    const { page, call, space_id } = space();
    scheduling.add(space_id, 'frm_a', 'A');
    const made = await page('Contact', { layout_html: '<p data-table-id=tbl_1>\n<td data-form-id=frm_a>' });
    expect(made.warnings).toEqual([expect.stringMatching(/^line 1, column 4: data-table-id="tbl_1" embeds nothing/)]);
    expect((await call(pages, 'get', { id: made.id })).warnings).toEqual(made.warnings);
    expect((await call(pages, 'update', { id: made.id, layout_html: '<img data-form-id=frm_a>' })).warnings).toEqual([
      'line 1, column 6: data-form-id="frm_a" embeds nothing; use a div instead of img',
    ]);
    expect((await call(pages, 'update', { id: made.id, layout_html: '<div data-form-id=frm_a>' })).warnings).toEqual([]);
  });

  test('the answers of writes warn of forms and booking pages that visitors cannot use now', async () => {
    const { page, call, publish, space_id } = space();
    scheduling.add(space_id, 'frm_a', 'Apply', 'archived');
    scheduling.add(space_id, 'frm_b', 'Ask', 'paused');
    scheduling.add(space_id, 'frm_c', 'Write');
    scheduling.add(space_id, 'bkp_d', 'Call', 'draft');
    const layout_html =
      '<div data-form-id=frm_a></div><a href=/f/frm_a></a>\n<div data-form-id=frm_b></div><div data-form-id=frm_c></div>\n<a href=/book/bkp_d></a>';
    const warnings = [
      'line 1, column 6: the form "Apply" is archived, so visitors see a page with 404; set its status to active',
      'line 2, column 6: the form "Ask" is paused, so visitors cannot fill it in; set its status to active',
      'line 3, column 4: the booking page "Call" is a draft, so visitors see a page with 404; set its status to active',
    ];
    const made = await page('Contact', { layout_html });
    expect(made.warnings).toEqual(warnings);
    expect((await publish(made.id)).warnings).toEqual(warnings);
    expect((await call(pages, 'update', { id: made.id, layout_html: `${layout_html} ` })).warnings).toEqual(warnings);
    expect((await call(pageVersions, 'restore', { id: made.id, version: 1 })).warnings).toEqual(warnings);
    expect((await call(pages, 'get', { id: made.id })).warnings).toEqual([]);
    for (const id of ['frm_a', 'frm_b', 'bkp_d']) scheduling.add(space_id, id, 'Open');
    expect((await publish(made.id)).warnings).toEqual([]);
  });

  test('the answers of a page name the forms, booking pages and shared views that its document shows or links to', async () => {
    const { page, call, publish, space_id } = space();
    scheduling.add(space_id, 'frm_a', 'Write to us');
    scheduling.add(space_id, 'frm_b', 'Apply');
    scheduling.add(space_id, 'bkp_c', 'Intro call');
    const made = await page('Contact', {
      layout_html:
        '<div data-form-id=frm_a></div><a href=/f/frm_b>Apply</a><iframe src="/book/bkp_c"></iframe><iframe src=/t/tok_1></iframe><a href=/t/tok_2>',
    });
    const origin = publicOrigin(services.ports.config);
    const recognized = {
      forms: [
        { id: 'frm_a', name: 'Write to us', embedded: true },
        { id: 'frm_b', name: 'Apply', embedded: false },
      ],
      booking_pages: [{ id: 'bkp_c', name: 'Intro call', embedded: true }],
      shared_views: [
        { url: `${origin}/t/tok_1`, embedded: true },
        { url: `${origin}/t/tok_2`, embedded: false },
      ],
    };
    expect(made).toMatchObject({ recognized });
    expect(await publish(made.id)).toMatchObject({ recognized, published_version: 1 });
    expect(await call(pages, 'get', { id: made.id })).toMatchObject({ recognized });
    expect(await call(pages, 'update', { id: made.id, layout_html: '<p>' })).toMatchObject({
      recognized: { forms: [], booking_pages: [], shared_views: [] },
    });
  });

  test('a page that shows a shared view whose link does not open is refused with its place; a link to one is not', async () => {
    const { page, call } = space();
    const { id } = await page('Numbers', { layout_html: '<iframe src=/t/tok_1></iframe><a href=/t/tok_gone>Old</a>' });
    const layout_html = '<p>Numbers</p>\n<iframe src="/t/tok_gone"></iframe>';
    for (const refused of [await refusal(call(pages, 'update', { id, layout_html })), await refusal(page('Other', { layout_html }))])
      expect(refused).toMatchObject({
        code: 'unresolved_reference',
        extras: {
          errors: [
            {
              path: 'layout_html',
              code: 'unresolved_shared_view',
              message: 'line 2, column 9: no share link of this Space opens at "/t/tok_gone…"',
            },
          ],
        },
      });
  });

  test('a page gets the errors of its shared views and of its forms and booking pages together', async () => {
    const { page, call } = space();
    const { id } = await page('Numbers', { layout_html: '<p>' });
    const layout_html = '<iframe src="/t/tok_gone"></iframe><div data-form-id="frm_none"></div>';
    for (const refused of [await refusal(call(pages, 'update', { id, layout_html })), await refusal(page('Other', { layout_html }))])
      expect(refused).toMatchObject({
        code: 'unresolved_reference',
        message: expect.stringContaining('(and 1 more)'),
        extras: {
          errors: [{ code: 'unresolved_form' }, { code: 'unresolved_shared_view' }],
          references: [{ kind: 'form', id: 'frm_none' }],
        },
      });
  });

  test('writes of a page warn of a frame that shows a share link with a password, until it is a link', async () => {
    const { page, call } = space();
    const warning =
      'line 2, column 9: the frame of "/t/tok_locked…" shows nothing, since the share link has a password; use a link without one, or link to it';
    const { id, warnings } = await page('Numbers', {
      layout_html: '<iframe src=/t/tok_1></iframe>\n<iframe src="/t/tok_locked"></iframe>',
    });
    expect(warnings).toEqual([warning]);
    expect((await call(pages, 'get', { id })).warnings).toEqual([]);
    const linked = await call(pages, 'update', { id, layout_html: '<iframe src=/t/tok_1></iframe><a href=/t/tok_locked>Numbers</a>' });
    expect(linked.warnings).toEqual([]);
    expect((await call(pages, 'update', { id, layout_html: '<p>\n<iframe src="/t/tok_locked"></iframe>' })).warnings).toEqual([warning]);
  });

  test('references are checked on update, publish, publish with version and restore', async () => {
    const { page, publish, call, space_id } = space();
    scheduling.add(space_id, 'frm_a', 'A');
    const { id } = await page('Contact', { layout_html: '<div data-form-id=frm_a></div>' });
    expect(await refusal(call(pages, 'update', { id, layout_html: '<div data-form-id=frm_x>' }))).toMatchObject({
      code: 'unresolved_reference',
    });
    await publish(id);
    await call(pages, 'update', { id, layout_html: '<p>No form' });
    await publish(id);
    scheduling.remove(space_id, 'frm_a');
    expect(await refusal(publish(id, { version: 1 }))).toMatchObject({ code: 'unresolved_reference' });
    expect(await refusal(call(pageVersions, 'restore', { id, version: 1 }))).toMatchObject({ code: 'unresolved_reference' });
    scheduling.add(space_id, 'frm_a', 'A');
    expect(await publish(id, { version: 1 })).toMatchObject({ published_version: 1 });
  });

  test('publishing a page whose form was deleted is refused and changes nothing', async () => {
    const { page, publish, call, space_id } = space();
    scheduling.add(space_id, 'frm_a', 'A');
    const { id } = await page('Contact', { layout_html: '<div data-form-id=frm_a></div>' });
    scheduling.remove(space_id, 'frm_a');
    expect(await refusal(publish(id))).toMatchObject({ code: 'unresolved_reference', extras: { references: [{ line: 1, column: 6 }] } });
    expect(await call(pages, 'get', { id })).toMatchObject({ status: 'unpublished' });
  });

  test('a public page shows its forms and booking pages in their places, by name', async () => {
    const { live, visitor, space_id } = space();
    scheduling.add(space_id, 'frm_a', 'Write to "us"');
    const { url } = await live('Contact', { layout_html: '<body><div data-form-id=frm_a>Loading</div></body>' });
    const { body } = await visitor.get(url!);
    expect(body).toMatch(/<iframe src="[^"]+\/f\/frm_a" title="Write to &quot;us&quot;"/);
    expect(body).not.toContain('Loading');
  });

  test('used-by lists the pages that use a form in their draft or published version', async () => {
    const { page, publish, call, space_id } = space();
    scheduling.add(space_id, 'frm_a', 'A');
    scheduling.add(space_id, 'bkp_b', 'B');
    const { id } = await page('Contact', { layout_html: '<div data-form-id=frm_a></div>' });
    const used = async () => [
      (await call(pageReferences, 'form', { id: 'frm_a' })).data,
      (await call(pageReferences, 'booking_page', { id: 'bkp_b' })).data,
    ];
    const about = { page_id: id, page: 'Contact' };
    expect(await used()).toEqual([[{ ...about, url: null, in_draft: true, in_published: false }], []]);
    const { url } = await publish(id);
    await call(pages, 'update', { id, layout_html: '<a href=/book/bkp_b>x</a>' });
    expect(await used()).toEqual([
      [{ ...about, url, in_draft: false, in_published: true }],
      [{ ...about, url, in_draft: true, in_published: false }],
    ]);
    await publish(id, { publish: false });
    expect(await used()).toEqual([[], [{ ...about, url: null, in_draft: true, in_published: false }]]);
    await call(pages, 'delete', { id });
    expect(await used()).toEqual([[], []]);
    expect(await refusal(space().call(pageReferences, 'form', { id: 'frm_a' }))).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('a page with too many forms and booking pages is refused', async () => {
    const layout_html = Array.from({ length: 501 }, (_, n) => `<a href=/f/frm_${n}>`).join('');
    expect(await refusal(space().page('Many', { layout_html }))).toMatchObject({
      code: 'invalid',
      extras: { errors: [{ code: 'too_many_references' }] },
    });
  });

  test('a page with too many places of one form is refused, and one at the limit can be shown', async () => {
    const { page, live, space_id, visitor } = space();
    scheduling.add(space_id, 'frm_a', `Write ${'"'.repeat(190)}`);
    const embed = '<div data-form-id=frm_a></div>';
    for (const layout_html of [embed.repeat(501), embed.repeat(18_000), '<a href=/f/frm_a>x</a>'.repeat(2_001)])
      expect(await refusal(page('Many', { layout_html }))).toMatchObject({
        code: 'invalid',
        status: 400,
        extras: { errors: [{ path: 'layout_html', code: 'too_many_references' }] },
      });
    const { url } = await live('Most', { layout_html: `<!doctype html><body>${embed.repeat(500)}` });
    expect((await visitor.get(url!)).body.split('<iframe ')).toHaveLength(501);
    const large = await live('Largest', { layout_html: `<!doctype html><body>${embed.repeat(500)}<p>${'x'.repeat(5_200_000)}` });
    expect((await visitor.get(large.url!)).status).toBe(200);
  });
});

test('while scheduling is down, pages with references are refused as unavailable and others are saved', async () => {
  const alone = await startServices([publishingService], await testPorts());
  const { page } = newSpace(alone.ports);
  expect(await refusal(page('Contact', { layout_html: '<div data-form-id=frm_a>' }))).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('forms and booking pages'),
    extras: { retry_after_s: 5 },
  });
  await page('Plain', { layout_html: '<p>Hi' });
  await alone.stop();
});
