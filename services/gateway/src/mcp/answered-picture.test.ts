import { expect, test } from '@jest/globals';
import { MAX_AGENT_PICTURE_BYTES } from '@space/contracts/uploads';
import { splitPicture, withPicture } from './answered-picture.ts';

const operation = { download: { media_type: 'application/octet-stream', field: 'content', encoding_field: 'encoding' } } as const;
const png = { name: 'a.png', media_type: 'image/png', encoding: 'base64', content: 'AAAA' };

test('a small picture leaves the answer and follows its text', () => {
  const { answer, picture } = splitPicture(operation, png);
  expect(answer).toEqual({ ...png, content: '' });
  expect(withPicture({ content: [{ type: 'text', text: 'a' }] }, picture).content).toEqual([
    { type: 'text', text: 'a' },
    { type: 'image', data: 'AAAA', mimeType: 'image/png' },
  ]);
});

test.each([
  ['a text', { ...png, media_type: 'image/svg+xml', encoding: 'utf8' }],
  ['a file that models do not see', { ...png, media_type: 'application/pdf' }],
  ['a picture of more than 1 MB', { ...png, content: 'A'.repeat((MAX_AGENT_PICTURE_BYTES / 3) * 4 + 8) }],
])('%s stays in the answer', (_name, answer) => {
  expect(splitPicture(operation, answer)).toEqual({ answer });
});
