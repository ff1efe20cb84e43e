import { expect, test } from '@jest/globals';
import { ASSET_TEXT_PAGE_BYTES, type Asset, assets } from '@space/contracts/assets';
import { librarySearch } from '@space/contracts/platform';
import { eventually } from '@space/runtime/testing';
import { type MediaSpace, useMedia } from './fixtures/media-service.ts';
import { docxOf, run } from './fixtures/office-files.ts';
import { pdfOf } from './fixtures/pdf-of.ts';
import { bombOf } from './fixtures/zip-of.ts';

const media = useMedia();

/** Returns the first page of the text of an asset when it was read. */
const textOf = ({ call }: MediaSpace, { id }: Asset) => eventually(() => call(assets, 'text', { id }));

/** Returns why an asset has no text, when its work has ended. */
const refusalOf = ({ call }: MediaSpace, { id }: Asset) =>
  eventually(async () => {
    const refusal = (await call(assets, 'text', { id }).catch((error: unknown) => error)) as Error;
    expect(refusal).toMatchObject({ code: 'conflict', message: expect.not.stringContaining('not read yet') });
    return refusal.message;
  });

test('the text of a file is read page by page, until the file is replaced, and equal files have it once', async () => {
  const space = media.newSpace();
  const lines = Array.from({ length: 4_000 }, (_, at) => `Line ${at} "quoted" of a text\n`);
  const asset = await space.create('long.txt', Buffer.from(lines.join('')));
  const first = await textOf(space, asset);
  expect(first).toMatchObject({ asset_id: asset.id, name: 'long.txt', version: 1, page: 1, is_truncated: false });
  let all = '';
  for (let page = first; ; ) {
    expect(Buffer.byteLength(JSON.stringify(page.text))).toBeLessThanOrEqual(ASSET_TEXT_PAGE_BYTES + 2);
    all += page.text;
    if (page.next_cursor === null) break;
    page = await space.call(assets, 'text', { id: asset.id, cursor: page.next_cursor });
  }
  expect(all).toBe(lines.join('').trim());
  expect(await space.call(assets, 'get', { id: asset.id })).toMatchObject({ text_excerpt: lines.join('').slice(0, 500) });
  const copy = await space.create('copy.txt', Buffer.from(lines.join('')));
  expect(await space.call(assets, 'text', { id: copy.id })).toMatchObject({ page: 1, pages: first.pages });
  await space.call(assets, 'replace', { id: asset.id, content_base64: Buffer.from('short').toString('base64') });
  await expect(space.call(assets, 'text', { id: asset.id, cursor: first.next_cursor! })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('was replaced'),
  });
  expect(await textOf(space, asset)).toMatchObject({ text: 'short', version: 2, pages: 1, next_cursor: null });
  await expect(space.call(assets, 'text', { id: asset.id, cursor: 'bm9uZQ' })).rejects.toMatchObject({ code: 'invalid' });
  await expect(media.newSpace().call(assets, 'text', { id: copy.id })).rejects.toMatchObject({ code: 'not_found' });
});

test('lists and the search of the Space find a file by words of its text, the names first', async () => {
  const space = media.newSpace();
  const pdf = await space.create('terms.pdf', pdfOf([['Payment within 30 days by Zahlungsanweisung']]));
  const word = await space.create('letter.docx', docxOf([run('Payment r\u00e9sum\u00e9')]));
  const named = await space.create('payment.txt', Buffer.from('other'));
  await Promise.all([pdf, word, named].map((asset) => textOf(space, asset)));
  const listed = async (search: string) => (await space.call(assets, 'list', { search, sort: 'name' })).data.map(({ name }) => name);
  expect(await listed('payment')).toEqual(['letter.docx', 'payment.txt', 'terms.pdf']);
  expect(await listed('zahlungs days')).toEqual(['terms.pdf']);
  expect(await listed('RESUME')).toEqual(['letter.docx']);
  expect(await listed("'; drop :*")).toEqual([]);
  expect(await listed('30')).toEqual(['terms.pdf']);
  expect(await listed('3')).toEqual([]);
  const found = async (q: string) =>
    (await space.call(librarySearch, 'find', { q, limit: 8, kinds: [{ kind: 'asset', ids: null }] })).found.map(({ title }) => title);
  expect(await found('payment')).toEqual(['payment.txt', 'letter.docx', 'terms.pdf']);
  expect(await found('zahlung')).toEqual(['terms.pdf']);
  await space.call(assets, 'delete', { id: pdf.id });
  expect(await found('zahlung')).toEqual([]);
  expect(
    (await media.newSpace().call(librarySearch, 'find', { q: 'payment', limit: 8, kinds: [{ kind: 'asset', ids: null }] })).found,
  ).toEqual([]);
});

test.each([
  [
    'an encrypted PDF',
    'a.pdf',
    pdfOf(
      [['secret']],
      [`/Encrypt << /Filter /Standard /V 1 /R 2 /O <${'00'.repeat(32)}> /U <${'00'.repeat(32)}> /P -4 >> /ID [<00> <00>]`],
    ),
    'is encrypted',
  ],
  ['a PDF of scans', 'b.pdf', pdfOf([[], []]), 'has no text'],
  ['a cut document', 'c.docx', docxOf([run('text')]).subarray(0, 300), 'cannot be read'],
  ['a document that unpacks to too much', 'd.docx', docxOf([], { 'word/document.xml': bombOf(200) }), 'too many bytes'],
  ['a document with too many elements in each other', 'e.docx', docxOf(['<w:r>'.repeat(100_000)]), 'too many elements'],
  ['a PDF without an end', 'f.pdf', Buffer.from('%PDF-1.7\n'), 'cannot be read'],
  ['an archive', 'g.zip', docxOf([]), 'is not read'],
])('%s has no text and says why', async (_name, name, bytes, reason) => {
  const space = media.newSpace();
  expect(await refusalOf(space, await space.create(name, bytes))).toContain(reason);
});

test('entities that name others are not expanded, and nothing outside is read', async () => {
  const space = media.newSpace();
  const body = `<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]><w:document><w:p>${run('&b;&x;safe')}</w:p></w:document>`;
  const asset = await space.create('x.docx', docxOf([], { 'word/document.xml': body }));
  expect((await textOf(space, asset)).text).toBe('&b;&x;safe');
});
