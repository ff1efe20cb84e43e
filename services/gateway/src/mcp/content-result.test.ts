import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { MAX_AGENT_PICTURE_BYTES, type StoredContent } from '@space/contracts/uploads';
import { createSecretBox } from '@space/crypto';
import type { ObjectStore } from '@space/object-store';
import { createContentResult } from './content-result.ts';

const picture = randomBytes(1_000);
const objects = {
  get: async (key: string) => (key === 's/there' ? { body: Readable.from([picture.subarray(0, 400), picture.subarray(400)]) } : undefined),
} as unknown as ObjectStore;
const ports = {
  objects,
  box: createSecretBox(randomBytes(32).toString('base64')),
  clock: { now: () => 1_000_000 },
  config: { SPACE_PUBLIC_PORT: 8081, SPACE_PUBLIC_URL: 'https://pages.example.com/' },
};
const contentResult = createContentResult(ports as never);
const content: StoredContent = {
  space_id: 'spc_1',
  asset_id: 'ast_1',
  object_key: 's/there',
  name: 'Ein Bild/1.png',
  content_type: 'image/png',
  size: picture.length,
  etag: createHash('sha256').update(picture).digest('hex'),
  links_version: 3,
  picture: { status: 'done', width: 10, height: 10, focal_point: null },
  asked: null,
};

const resultOf = async (over: Partial<StoredContent> = {}) => {
  const answers: unknown[] = [];
  const session = {
    key: { caller: { space_id: 'spc_1' } },
    context: { request_id: '', trace: {} },
    onAnswer: (answer: unknown) => answers.push(answer),
  } as never;
  const result = await contentResult(session, Buffer.from(JSON.stringify({ ...content, ...over })));
  return { result, answers };
};

test('a small picture is a picture and a link of ten minutes, without its place in the store', async () => {
  const { result, answers } = await resultOf();
  expect(result.content).toHaveLength(2);
  expect(result.content[1]).toEqual({ type: 'image', data: picture.toString('base64'), mimeType: 'image/png' });
  expect(result.structuredContent).toMatchObject({
    asset_id: 'ast_1',
    sha256: content.etag,
    url: expect.stringMatching(/^https:\/\/pages\.example\.com\/a\/s\/[\w-]{60,400}\/Ein%20Bild%2F1\.png$/),
    expires_at: '1970-01-01T00:26:40.000Z',
    untrusted: expect.any(String),
  });
  expect(JSON.stringify(result.structuredContent)).not.toMatch(/object_key|links_version|s\/there/);
  expect(answers).toHaveLength(1);
});

test.each<[string, Partial<StoredContent>]>([
  ['a large picture', { size: MAX_AGENT_PICTURE_BYTES + 1 }],
  ['a drawing with scripts', { content_type: 'image/svg+xml' }],
  ['a document', { content_type: 'application/pdf' }],
  ['a picture that was deleted a moment ago', { object_key: 's/gone' }],
])('%s is a link only', async (_, over) => {
  const { result } = await resultOf(over);
  expect(result.content).toHaveLength(1);
  expect(result.structuredContent).toMatchObject({ url: expect.stringContaining('/a/s/') });
});
