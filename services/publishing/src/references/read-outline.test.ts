import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Reference } from './outline.ts';
import { readOutline } from './read-outline.ts';

const ORIGIN = 'https://pages.example.com';
const references = (html: string): readonly Reference[] => readOutline(html, ORIGIN).references;
const found = (html: string) => references(html).map(({ kind, id }) => `${kind} ${id}`);

describe('readOutline finds a form or booking page', () => {
  test.each([
    ['<div data-form-id="frm_1"></div>', 'form frm_1'],
    ['<section data-booking-page-id=bkp_1>', 'booking_page bkp_1'],
    ['<script data-form-id="frm_1" src="https://x.example/e.js"></script>', 'form frm_1'],
    ['<form data-form-id="frm_1"></form>', 'form frm_1'],
    ['<iframe src="/f/frm_1"></iframe>', 'form frm_1'],
    ['<iframe src="https://pages.example.com/f/frm_1?theme=dark#x"></iframe>', 'form frm_1'],
    ['<iframe src="http://PAGES.example.com/f/frm_1"></iframe>', 'form frm_1'],
    ['<iframe src="//pages.example.com/book/bkp_1"></iframe>', 'booking_page bkp_1'],
    ['<iframe src="../../f/frm_1"></iframe>', 'form frm_1'],
    ['<iframe src="../f/frm_1"></iframe>', 'form frm_1'],
    ['<iframe src="./../f/frm_1"></iframe>', 'form frm_1'],
    ['<iframe src="..\\f\\frm_1"></iframe>', 'form frm_1'],
    ['<iframe src="x/../../f/frm_1"></iframe>', 'form frm_1'],
    ['<iframe src="%2e%2e/book/bkp_1"></iframe>', 'booking_page bkp_1'],
    ['<iframe src="../../../book/bkp_1"></iframe>', 'booking_page bkp_1'],
    ['<iframe src=" /f/frm%5F1 "></iframe>', 'form frm_1'],
    ['<a href="/book/bkp_1">Book</a>', 'booking_page bkp_1'],
    ['<area href="/book/bkp_1">', 'booking_page bkp_1'],
    ['<svg><a xlink:href="/book/bkp_1"></a></svg>', 'booking_page bkp_1'],
    ['<form action="/f/frm_1/submit" method="post">', 'form frm_1'],
    ['<form><button formaction="/f/frm_1/submit">', 'form frm_1'],
    ['<embed src="/f/frm_1">', 'form frm_1'],
    ['<object data="/f/frm_1">', 'form frm_1'],
    ['<iframe data-src="/f/frm_1"></iframe>', 'form frm_1'],
    ['<meta http-equiv="Refresh" content="3; url=/f/frm_1">', 'form frm_1'],
    ['<iframe srcdoc="&lt;a href=&quot;/f/frm_1&quot;&gt;"></iframe>', 'form frm_1'],
    ['<noscript><a href="/f/frm_1">x</a></noscript>', 'form frm_1'],
    ['<div><template shadowrootmode="open"><a href="/f/frm_1"></a></template></div>', 'form frm_1'],
    ['<table><div data-form-id="frm_1"></div></table>', 'form frm_1'],
    ['<DIV DATA-FORM-ID="frm_1">', 'form frm_1'],
    ['<div data-form-id="">', 'form '],
  ])('in %s', (html, target) => {
    expect(found(html)).toEqual([target]);
  });

  test('readOutline returns a reference for each place, with line and column', () => {
    expect(
      references('<!doctype html>\r\n<body>\n  <a href="/f/frm_1">x</a>\n<p data-form-id="frm_2"></p><a\n  href="/book/bkp_3">'),
    ).toEqual([
      { kind: 'form', id: 'frm_1', line: 3, column: 6 },
      { kind: 'form', id: 'frm_2', line: 4, column: 4 },
      { kind: 'booking_page', id: 'bkp_3', line: 5, column: 3 },
    ]);
  });
});

describe('readOutline finds no reference', () => {
  test.each([
    '<!-- <div data-form-id="frm_1"></div> -->',
    '<p>&lt;div data-form-id="frm_1"&gt; and /f/frm_1</p>',
    '<textarea><div data-form-id="frm_1"></textarea>',
    '<template><a href="/f/frm_1"></a></template>',
    '<script>"<div data-form-id=frm_1>"</script>',
    '<a href="https://elsewhere.example/f/frm_1">',
    '<a href="https://pages.example.com.evil.example/f/frm_1">',
    '<a href="f/frm_1">',
    '<a href="../x/f/frm_1">',
    '<a href="/f">',
    '<a href="/f/">',
    '<a href="/forms/frm_1">',
    '<a href="mailto:/f/frm_1">',
    '<a href="javascript:/f/frm_1">',
    '<a href="https://pages.example.com:8443/f/frm_1">',
    '<p title="/f/frm_1">',
    '<meta name="x" content="0;url=/f/frm_1">',
  ])('in %s', (html) => {
    expect(found(html)).toEqual([]);
  });
});

test('the offsets of an outline are within the text and in order for any random document', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('<div data-form-id=a>', '</div>', '<table>', '<svg>', '<b>', '"', '<')),
        { maxLength: 12 },
      ),
      (parts) => {
        const text = parts.join('').replaceAll('\0', '');
        const { head_at, body_at, placeholders } = readOutline(text, ORIGIN);
        expect(head_at).toBeLessThanOrEqual(text.length);
        if (body_at !== null) expect([head_at <= body_at, body_at <= text.length]).toEqual([true, true]);
        for (const { start, end } of placeholders) expect(start <= end && end <= text.length && start >= 0).toBe(true);
      },
    ),
  );
});

describe('readOutline warns of markup that embeds nothing', () => {
  const warnings = (html: string) => readOutline(html, ORIGIN).warnings;

  test.each([
    ['<p data-table-id="tbl_1">', 'line 1, column 4: data-table-id="tbl_1" embeds nothing; create a share link of a view'],
    ['\n<div data-view=viw_1>', 'line 2, column 6: data-view="viw_1" embeds nothing; create a share link of the view'],
    ['<div data-form="frm_1">', 'data-form="frm_1" embeds nothing; a form is embedded by data-form-id'],
    ['<div data-booking-id="bkp_1">', 'data-booking-id="bkp_1" embeds nothing; a booking page is embedded by data-booking-page-id'],
    ['<div data-survey-id="srv_01jd0000000000000000000000">', 'embeds nothing; only forms and booking pages can be embedded'],
    ['<table><td data-form-id="frm_1">', 'data-form-id="frm_1" embeds nothing; use a div instead of td'],
    ['<img data-booking-page-id="bkp_1">', 'data-booking-page-id="bkp_1" embeds nothing; use a div instead of img'],
    ['<iframe src="https://x.example" data-form-id="frm_1"></iframe>', 'leave out src and srcdoc of the iframe'],
    ['<script data-form-id="frm_1">start()</script>', 'leave the script empty'],
    ['<iframe src="/forms/frm_1"></iframe>', 'line 1, column 9: src="/forms/frm_1" embeds nothing; the address of the form is /f/frm_1'],
    ['<iframe src="https://pages.example.com/b/bkp_1"></iframe>', 'embeds nothing; the address of the booking page is /book/bkp_1'],
    ['<object data="/tables/tbl_1">', 'embeds nothing; create a share link of a view'],
    ['<embed src="viw_1">', 'embeds nothing; create a share link of the view'],
    ['<a href="/booking-pages/bkp_1">', 'href="/booking-pages/bkp_1" leads to no page; the address of the booking page is /book/bkp_1'],
    ['<space-form form-id="frm_1"></space-form>', 'line 1, column 13: form-id="frm_1" embeds nothing; a form is embedded by data-form-id'],
    ['<space-booking id="bkp_1"></space-booking>', 'id="bkp_1" embeds nothing; a booking page is embedded by data-booking-page-id'],
    ['<div form_id="frm_1"></div>', 'form_id="frm_1" embeds nothing; a form is embedded by data-form-id'],
    ['<p>Hi</p>\n<p>{{form:frm_1}}</p>', 'line 2, column 4: {{form:frm_1}} embeds nothing; a form is embedded by data-form-id'],
    ['<p>Hi\n there {% booking "bkp_1" %}', 'line 2, column 8: {% booking "bkp_1" %} embeds nothing; a booking page is embedded by'],
    ['<p>[form id=frm_1]', 'line 1, column 4: [form id=frm_1] embeds nothing'],
  ])('in %s', (html, warning) => {
    expect(warnings(html)).toEqual([expect.stringContaining(warning)]);
  });

  test.each([
    '<div data-form-id="frm_1"></div><a data-form-id="frm_1" href="/f/frm_1"></a><form data-form-id="frm_1"></form>',
    '<iframe src="/f/frm_1" data-form-id="frm_1"></iframe>',
    '<div data-id="42" data-user-id="usr-1" data-theme="frm"></div>',
    '<!-- <div data-table-id="tbl_1"> -->',
    '<iframe src="/f/frm_1"></iframe><a href="/book/bkp_1"></a><iframe src="/t/viw_x"></iframe><form action="/f/frm_1/submit"></form>',
    '<iframe src="https://elsewhere.example/forms/frm_1"></iframe><a href="mailto:frm_1"></a><a href="/s/site/page?form=frm_1#frm_1"></a>',
    '<div id="frm_1" class="frm_1"></div><input value="frm_1" form="frm_1">',
    '<p>The form frm_1 [1] and {{contact.name}}</p><script>"{{form:frm_1}}"</script><code>{{form:frm_1}}</code>',
  ])('and not in %s', (html) => {
    expect(warnings(html)).toEqual([]);
  });

  test('of the first twenty places, and without long values', () => {
    const id = `frm_${'a'.repeat(10_000)}`;
    for (const html of [
      `<i data-x="${id}"></i>`,
      `<iframe src="/x/${id}"></iframe>`,
      `<p>{{${id}}}</p><p>{{form:${id.slice(0, 60)}}}</p>`,
    ]) {
      const long = warnings(html.repeat(30));
      expect(long).toHaveLength(20);
      expect(Math.max(...long.map(({ length }) => length))).toBeLessThan(300);
    }
  });
});
