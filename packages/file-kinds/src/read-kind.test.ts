import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { readKind } from './read-kind.ts';
import { isActive } from './text-kinds.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const hex = (digits: string, zeros = 64): Buffer => Buffer.concat([Buffer.from(digits, 'hex'), Buffer.alloc(zeros)]);
const iso = (brand: string): Buffer => bytes(`\0\0\0\u0014ftyp${brand}\0\0\0\0${brand}`);
const ogg = Buffer.concat([bytes('OggS'), Buffer.alloc(24), bytes('OpusHead'), Buffer.alloc(32)]);

/** Returns an archive with one deflated file. */
function zipWith(name: string, content: Buffer): Buffer {
  const deflated = deflateRawSync(content);
  const header = Buffer.alloc(30);
  header.write('PK\u0003\u0004', 0, 'latin1');
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(crc32(content), 14);
  header.writeUInt32LE(deflated.length, 18);
  header.writeUInt32LE(content.length, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, bytes(name), deflated]);
}

test.each([
  ['a.pdf', bytes('%PDF-1.7'), 'application/pdf'],
  ['a.csv', bytes('a,b\n'), 'text/csv'],
  ['a.md', bytes('# Title'), 'text/markdown'],
  ['a.html', bytes('<!doctype html>'), 'text/html'],
  ['a.svg', bytes('<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
  ['a.json', bytes('{}'), 'application/json'],
  ['a.avif', iso('avif'), 'image/avif'],
  ['a.tiff', hex('49492a000800000000'), 'image/tiff'],
  ['a.flac', bytes('fLaC'), 'audio/flac'],
  ['a.ogg', ogg, 'audio/ogg'],
  ['a.mp4', iso('iso5'), 'video/mp4'],
  ['a.exe', bytes('MZ'), 'application/x-msdownload'],
  ['a.tgz', hex('1f8b0800'), 'application/gzip'],
  ['a.ico', hex('00000100'), 'image/x-icon'],
])('reads the kind of %s', async (name, content, content_type) => {
  expect(await readKind(name, content)).toEqual({ extension: name.split('.')[1], content_type });
});

test.each([
  ['a.png', bytes('%PDF-1.7')],
  ['a.pdf', bytes('<html>')],
  ['a.svg', bytes('<html>')],
  ['a.html', bytes('\0\u0001')],
  ['a.txt', bytes('MZ\0')],
  ['a.webm', iso('isom')],
  ['a.flac', bytes('text')],
  ['a.jpg', bytes('GIF89a')],
  ['a.docx', zipWith('xl/workbook.xml', bytes('x'))],
  ['picture', bytes('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR')],
  ['a.foo', bytes('MZ')],
])('finds that the name and the bytes of %s are of different kinds', async (name, content) => {
  expect(await readKind(name, content)).toBe('mismatch');
});

test.each([
  ['a.foo', bytes('text')],
  ['a.sketch', zipWith('document.json', bytes('{}'))],
  ['README', bytes('text')],
  ['a.foo', Buffer.alloc(0)],
])('does not know the kind of %s', async (name, content) => {
  expect(await readKind(name, content)).toBe('unknown');
});

test('reads a bomb in little time', async () => {
  const bomb = zipWith('[Content_Types].xml', Buffer.alloc(48 * 1_048_576));
  const before = process.cpuUsage();
  expect(await readKind('a.foo', bomb)).toBe('unknown');
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(500);
});

test('reads every cut of a file without failing', async () => {
  for (const whole of [zipWith('[Content_Types].xml', bytes('<Types/>')), ogg, iso('avif'), hex('1a45dfa3'), hex('49492a0008000000ff')])
    for (let length = 0; length <= whole.length; length += 1)
      expect(await readKind('a.foo', whole.subarray(0, length))).toMatch(/^(unknown|mismatch)$/);
});

test.each(['text/html', 'image/svg+xml', 'application/atom+xml', 'text/javascript'])('%s is active', (content_type) => {
  expect(isActive(content_type)).toBe(true);
});

test.each(['text/plain', 'image/png', 'application/pdf', 'application/json'])('%s is not active', (content_type) => {
  expect(isActive(content_type)).toBe(false);
});
