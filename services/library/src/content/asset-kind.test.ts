import { expect, test } from '@jest/globals';
import { assetKind } from './asset-kind.ts';

test.each([
  ['image/svg+xml', 'image'],
  ['video/mp4', 'video'],
  ['audio/mpeg', 'audio'],
  ['application/pdf', 'pdf'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'document'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'document'],
  ['application/msword', 'document'],
  ['application/zip', 'archive'],
  ['application/gzip', 'archive'],
  ['text/markdown', 'text'],
  ['application/json', 'text'],
  ['application/ld+json', 'text'],
  ['application/octet-stream', 'other'],
  ['application/x-msdownload', 'other'],
  ['font/woff2', 'other'],
])('a file of the type %s is of the kind %s', (content_type, kind) => {
  expect(assetKind(content_type)).toBe(kind);
});
