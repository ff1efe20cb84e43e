import { expect, test } from '@jest/globals';
import { extensionOf } from './file-name.ts';
import { safeKinds } from './safe-kinds.ts';
import { isActive } from './text-kinds.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const zip = (inside: string): Buffer => bytes(`PK\u0003\u0004....${inside}`);

test.each([
  ['a.pdf', bytes('%PDF-1.7'), 'application/pdf'],
  ['a.PNG', bytes('\u0089PNG\r\n\u001a\n'), 'image/png'],
  ['a.jpeg', bytes('\u00ff\u00d8\u00ff\u00e0'), 'image/jpeg'],
  ['a.webp', bytes('RIFF....WEBPVP8 '), 'image/webp'],
  ['a.docx', zip('word/document.xml'), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['a.doc', bytes('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'), 'application/msword'],
  ['a.txt', Buffer.from('Grüße'), 'text/plain'],
  ['cut.txt', Buffer.from('Grü').subarray(0, 3), 'text/plain'],
])('knows the kind of %s, which matches its bytes', (name, content, content_type) => {
  const kind = safeKinds.get(extensionOf(name));
  expect(kind).toMatchObject({ content_type });
  expect(kind!.matches(content)).toBe(true);
});

test.each([
  ['a.pdf', bytes('<html>')],
  ['a.png', bytes('%PDF-1.7')],
  ['a.docx', zip('xl/workbook.xml')],
  ['a.txt', bytes('\u0000\u0001\u0002')],
  ['a.txt', bytes('Gr\u00fc\u00dfe')],
])('finds that the kind of %s does not match its bytes', (name, content) => {
  expect(safeKinds.get(extensionOf(name))!.matches(content)).toBe(false);
});

test('knows no kind that runs in a browser', () => {
  for (const { content_type } of safeKinds.values()) expect(isActive(content_type)).toBe(false);
  for (const extension of ['html', 'htm', 'svg', 'xml', 'js', 'exe', 'swf']) expect(safeKinds.has(extension)).toBe(false);
});
