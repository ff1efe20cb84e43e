import { expect, test } from '@jest/globals';
import { docxOf, odtOf, pptxOf, run, xlsxOf } from '../../test/fixtures/office-files.ts';
import { pdfOf } from '../../test/fixtures/pdf-of.ts';
import { extractText } from './extract-text.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const textOf = async (content_type: string, bytes: Buffer | string, max = 10_000) =>
  (await extractText({ content_type, bytes: Buffer.from(bytes), size: bytes.length }, max)).text;

test('reads the pages and lines of a PDF', async () => {
  const pdf = pdfOf([['Terms (of payment)', '30 days'], [], ['Total: 42 \u20ac'.replace('\u20ac', '\x80')]]);
  expect(await textOf('application/pdf', pdf)).toBe('Terms (of payment)\n30 days\n\nTotal: 42 €');
});

test('reads paragraphs, tabs, breaks, tables and notes of a document, and no properties, field codes or copies for older programs', async () => {
  const docx = docxOf(
    [
      `${run('Dear ')}${run('Ada &amp; Bo')}`,
      `${run('a')}<w:r><w:tab/></w:r>${run('b')}<w:r><w:br/></w:r>${run('c')}`,
      '<w:r><w:instrText>HYPERLINK "x"</w:instrText></w:r><w:r><w:delText>deleted</w:delText></w:r>',
      `<mc:AlternateContent><mc:Choice>${run('box')}</mc:Choice><mc:Fallback>${run('box')}</mc:Fallback></mc:AlternateContent>`,
    ],
    { 'word/footnotes.xml': `<w:footnotes><w:p>${run('A note')}</w:p></w:footnotes>` },
  );
  expect(await textOf(`${OFFICE}.wordprocessingml.document`, docx)).toBe('Dear Ada & Bo\na\tb\nc\n\nbox\n\nA note');
});

test('reads the rows of all sheets of a workbook', async () => {
  const xlsx = xlsxOf([
    ['Name', 'City'],
    ['Ada', 'Bern'],
    ['Bo', 'Bern'],
  ]);
  expect(await textOf(`${OFFICE}.spreadsheetml.sheet`, xlsx)).toBe('Name\tCity\t42\nAda\tBern\t42\nBo\tBern\t42\n\nsecond');
});

test('reads the slides of a presentation in their order, and its notes', async () => {
  const slides = Array.from({ length: 11 }, (_, at) => `Slide ${at + 1}`);
  expect((await textOf(`${OFFICE}.presentationml.presentation`, pptxOf(slides))).split(/\n+/)).toEqual([...slides, 'Notes']);
});

test('reads paragraphs, spaces and tables of OpenDocument', async () => {
  const odt = odtOf(
    `<text:h>Title</text:h><text:p>a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d</text:p><office:annotation><text:p>hidden</text:p></office:annotation>
     <table:table-row><table:table-cell><text:p>1</text:p></table:table-cell><table:table-cell><text:p>2</text:p></table:table-cell></table:table-row>`,
  );
  expect(await textOf('application/vnd.oasis.opendocument.text', odt)).toBe('Title\na   b\tc\nd\n1 \t2');
});

test('reads HTML without tags, scripts and styles', async () => {
  const html =
    '<html><head><title>T&eacute;</title><style>p{}</style></head><body><p>One <b>two</b>\n three<script>alert(1)</script><p>Four<br>five';
  expect(await textOf('text/html', html)).toBe('Té\n\nOne two three\n\nFour\nfive');
});

test.each([
  ['text/plain', Buffer.from('\ufeffa\r\nb\rc\u0000d   \n\n\n\ne'), 'a\nb\ncd\n\ne'],
  ['text/csv', Buffer.from('\ufeffä;b', 'utf16le'), 'ä;b'],
  ['application/json', Buffer.from('{"a": 1}'), '{"a": 1}'],
  ['text/markdown', Buffer.from([0x61, 0xff, 0x62]), 'a\ufffdb'],
])('reads %s', async (content_type, bytes, text) => {
  expect(await textOf(content_type, bytes)).toBe(text);
});

test('a text is cut at a number of bytes without half a character, and says so', async () => {
  const source = { content_type: 'text/plain', bytes: Buffer.from('€'.repeat(1_000)), size: 3_000 };
  expect(await extractText(source, 100)).toEqual({ text: '€'.repeat(33), is_truncated: true });
  expect(await extractText(source, 3_000)).toEqual({ text: '€'.repeat(1_000), is_truncated: false });
  expect(await extractText({ ...source, size: 3_001 }, 3_000)).toMatchObject({ is_truncated: true });
  const bytes = pdfOf(Array.from({ length: 20 }, () => ['word '.repeat(100)]));
  const pdf = { content_type: 'application/pdf', bytes, size: bytes.length };
  expect((await extractText(pdf, 1_200)).text.length).toBeLessThanOrEqual(1_200);
});
