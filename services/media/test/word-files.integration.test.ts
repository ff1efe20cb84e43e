import { expect, test } from '@jest/globals';
import { type Asset, assets } from '@space/contracts/assets';
import { documents } from '@space/contracts/documents';
import { callAs, newSpaceCaller } from '@space/runtime/testing';
import { wordFileHandlers } from '../src/word/word-files.ts';
import { createWorkers, type Workers } from '../src/worker/workers.ts';
import { sha256, useMedia } from './fixtures/media-service.ts';
import { wordOf } from './fixtures/word-files.ts';
import { bombOf } from './fixtures/zip-of.ts';

const media = useMedia({ isIdle: true });

/** Returns a new Space with the import of a file as a document, and the reading of one. */
function newSpace() {
  const { id, create, call } = media.newSpace();
  const act = callAs(media.ports, newSpaceCaller({ space_id: id, scopes: ['documents:write', 'assets:read'] }));
  return {
    create,
    call,
    bring: (asset: Asset) => act(documents, 'import', { asset_id: asset.id }),
    markdownOf: async (document: string) => (await call(documents, 'get', { id: document })).content,
  };
}

const paragraph = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const text = (words: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`;
const cell = (words: string) => `<w:tc>${paragraph(text(words))}</w:tc>`;
const picture = (attribute: 'embed' | 'link') =>
  `<w:r><w:drawing><wp:inline><wp:docPr descr="A chart"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:${attribute}="rId${attribute === 'embed' ? 2 : 3}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

test('a Word file becomes a document with its headings, lists, tables, links and footnotes, without its pictures', async () => {
  const space = newSpace();
  const asset = await space.create(
    'Plan 2027.docx',
    wordOf(
      [
        paragraph(text('Launch'), '<w:pStyle w:val="Heading1"/>'),
        paragraph(`${text('We ')}${text('launch', '<w:b/>')}${text(' in May')}<w:r><w:footnoteReference w:id="1"/></w:r>`),
        paragraph(text('first'), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'),
        paragraph(text('second'), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'),
        `<w:tbl><w:tr>${cell('Item')}${cell('Sum')}</w:tr><w:tr>${cell('Print')}${cell('40')}</w:tr></w:tbl>`,
        paragraph(`<w:hyperlink r:id="rId1">${text('site')}</w:hyperlink>${text(' &lt;script&gt;')}`),
        paragraph(`<w:hyperlink r:id="rId4">${text('unsafe')}</w:hyperlink>`),
        paragraph(picture('embed')),
        paragraph(picture('link')),
        paragraph('<m:oMath/>'),
      ].join(''),
    ),
  );
  const made = await space.bring(asset);
  expect(made).toMatchObject({
    title: 'Plan 2027',
    warnings: [expect.stringContaining('2 pictures'), expect.stringContaining('oMath')],
  });
  expect(await space.markdownOf(made.id)).toBe(
    `${[
      '# Launch',
      'We **launch** in May\\[1]',
      '- first\n- second',
      '| Item | Sum |\n| - | - |\n| Print | 40 |',
      '[site](https://example.com/) \\<script>',
      'unsafe',
      '1. Of 2027.',
    ].join('\n\n')}\n`,
  );
});

test.each([
  ['a file that is cut off', 'b.docx', wordOf(paragraph(text('text'))).subarray(0, -40), 'no readable Word document'],
  ['a file without a text', 'c.docx', wordOf('', { 'word/document.xml': '<w:document' }), 'no readable Word document'],
  ['a file that unpacks to too much', 'd.docx', wordOf('', { 'word/document.xml': bombOf(200) }), 'unpacks to too much'],
  ['a file with too many elements in each other', 'e.docx', wordOf('<w:r>'.repeat(100_000)), 'no readable Word document'],
])('%s is refused with the reason, and makes no document', async (_name, name, bytes, reason) => {
  const space = newSpace();
  const asset = await space.create(name, bytes);
  await expect(space.bring(asset)).rejects.toMatchObject({
    code: 'invalid',
    extras: { errors: [{ path: 'asset_id', message: expect.stringContaining(reason) }] },
  });
  expect((await space.call(documents, 'list', {})).data).toEqual([]);
  expect((await space.call(assets, 'get', { id: asset.id })).name).toBe(name);
});

test('a file that takes too long is refused with this reason', async () => {
  const space = media.newSpace();
  const bytes = wordOf(paragraph(text('text')));
  const { size, content_type } = await space.create('long.docx', bytes);
  const workers = createWorkers(1);
  const hurried: Workers = { ...workers, run: (kind, input, options) => workers.run(kind, input, { ...options, deadline_ms: 1 }) };
  const { read } = wordFileHandlers(media.ports, hurried);
  const call = { input: { sha256: sha256(bytes), size }, caller: newSpaceCaller({ space_id: space.id }) };
  expect(content_type).toMatch(/wordprocessingml/);
  expect(await read(call as never)).toEqual({ content: null, refusal: 'worker_ended' });
  await workers.stop();
});

test('entities of a Word file are not expanded, and the next file is read all the same', async () => {
  const space = newSpace();
  const body =
    '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY x SYSTEM "file:///etc/passwd">]><w:document xmlns:w="w"><w:body>&x;</w:body></w:document>';
  await space.bring(await space.create('x.docx', wordOf('', { 'word/document.xml': body }))).catch(() => {});
  const made = await space.bring(await space.create('y.docx', wordOf(paragraph(text('safe')))));
  expect(await space.markdownOf(made.id)).toBe('safe\n');
});
