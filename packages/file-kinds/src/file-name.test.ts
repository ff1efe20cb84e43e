import { expect, test } from '@jest/globals';
import { extensionOf, safeName } from './file-name.ts';

test.each([
  ['C:\\Users\\ada\\cv.pdf', 'cv.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['a\u202Efdp.exe', 'afdp.exe'],
  ['"x"\r\n.pdf', 'x.pdf'],
  ['..', 'file'],
  ['', 'file'],
])('safeName turns %j into %j', (name, safe) => {
  expect(safeName(name)).toBe(safe);
});

test.each([
  ['a.PDF', 'pdf'],
  ['a.pdf.exe', 'exe'],
  ['pdf', ''],
  ['a.', ''],
  ['.pdf', 'pdf'],
  ['a.p d', ''],
])('the extension of %j is %j', (name, extension) => {
  expect(extensionOf(name)).toBe(extension);
});
