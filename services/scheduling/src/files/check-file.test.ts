import { describe, expect, test } from '@jest/globals';
import type { FormField } from '@space/contracts/scheduling';
import { checkFile } from './check-file.ts';

const field = (validation: FormField['validation'] = {}): FormField => ({ key: 'cv', label: 'CV', type: 'file', validation });
const bytes = (text: string) => Buffer.from(text, 'latin1');
const zip = (inside: string) => bytes(`PK\u0003\u0004....${inside}`);

describe('checkFile', () => {
  test.each([
    ['a.pdf', bytes('%PDF-1.7'), 'application/pdf'],
    ['a.PNG', bytes('\u0089PNG\r\n\u001a\n'), 'image/png'],
    ['a.jpeg', bytes('\u00ff\u00d8\u00ff\u00e0'), 'image/jpeg'],
    ['a.webp', bytes('RIFF....WEBPVP8 '), 'image/webp'],
    ['a.docx', zip('word/document.xml'), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a.doc', bytes('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'), 'application/msword'],
    ['a.txt', Buffer.from('Grüße'), 'text/plain'],
  ])('determines the type of %s from its first bytes', (name, content, content_type) => {
    expect(checkFile(field(), { name, bytes: content })).toEqual({ content_type });
  });

  test.each([
    ['a.pdf', bytes('<html>')],
    ['a.png', bytes('%PDF-1.7')],
    ['a.docx', zip('xl/workbook.xml')],
    ['a.txt', bytes('\u0000\u0001\u0002')],
    ['a.html', bytes('<html>')],
    ['a.svg', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a.exe', bytes('MZ')],
    ['a.pdf.exe', bytes('%PDF-1.7')],
    ['pdf', bytes('%PDF-1.7')],
  ])('rejects %s when its bytes or its extension are of another kind', (name, content) => {
    expect(checkFile(field(), { name, bytes: content })).toMatchObject({ code: 'wrong_kind' });
  });

  test('rejects a file of a kind or size that its field does not accept', () => {
    expect(checkFile(field({ accept: ['.PNG'] }), { name: 'a.pdf', bytes: bytes('%PDF-1.7') })).toMatchObject({ code: 'wrong_kind' });
    expect(checkFile(field({ max_size_mb: 0.00001 }), { name: 'a.pdf', bytes: bytes('%PDF-1.7 and so on') })).toMatchObject({
      code: 'too_large',
    });
    expect(checkFile(field(), { name: 'a.pdf', bytes: bytes('') })).toMatchObject({ code: 'empty' });
  });
});
