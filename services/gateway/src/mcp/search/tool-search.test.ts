import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { callableTools } from '../tools.ts';
import { DIMENSIONS } from './dimensions.ts';
import { sentenceName } from './semantic-search.ts';
import { sentencesOf } from './sentences.ts';
import { openSearch } from './tool-search.ts';

const tools = callableTools();

/** A model that finds one tool, whatever is asked. */
const unit = new Float32Array(DIMENSIONS).fill(0);
unit[0] = 1;
const embedder = { embed: async () => unit };

/** A file of vectors in which just the sentences of one tool mean anything. */
function vectorsOf(name: string): Uint8Array {
  const numbers = Buffer.from(Int8Array.from(unit, (value) => value * 127).buffer);
  return Buffer.concat(sentencesOf(tools.get(name)!).flatMap((sentence) => [Buffer.from(sentenceName(sentence), 'hex'), numbers]));
}

function opened(config: object, readVectors: () => Promise<Uint8Array>) {
  const warned: string[] = [];
  const search = openSearch(
    tools,
    { config: config as never, log: { warn: (_: unknown, message: string) => void warned.push(message) } as never },
    { readVectors, embedder },
  );
  return { warned, first: async (query: string) => (await search(query))[0]!.tool.name };
}

describe('the search of a gateway', () => {
  test('loads what it needs before anybody searches', async () => {
    let isRead = false;
    opened({}, async () => {
      isRead = true;
      return vectorsOf('list_pages');
    });
    await eventually(async () => expect(isRead).toBe(true));
  });

  test('goes by words while the vectors cannot be read, says so, and by meaning as soon as they can', async () => {
    let isBroken = true;
    const { first, warned } = opened({}, async () => {
      if (isBroken) throw new Error('ENOENT: sentences.bin');
      return vectorsOf('list_pages');
    });
    expect(await first('create contact')).toBe('create_contact');
    expect(warned).toContain('tools were searched by words alone');
    isBroken = false;
    expect(await first('xyzzy')).toBe('list_pages');
  });
});

describe('with an embeddings endpoint', () => {
  let isSlow = false;
  const held = new Set<() => void>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { input } = JSON.parse(Buffer.concat(parts).toString()) as { input: string[] };
      const wanted = new Set(sentencesOf(tools.get('list_forms')!));
      const vectorOf = (text: string) => (input.length === 1 || wanted.has(text) ? [1, 0] : [0, 1]);
      const send = () => response.end(JSON.stringify({ data: input.map((text, index) => ({ index, embedding: vectorOf(text) })) }));
      if (isSlow) held.add(send);
      else send();
    });
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterEach(() => {
    for (const send of held) send();
    held.clear();
  });
  afterAll(() => void server.close());

  test('it finds the tools, and when it is slow the model that comes with the system does', async () => {
    const { port } = server.address() as AddressInfo;
    const config = { SPACE_EMBEDDINGS_URL: `http://127.0.0.1:${port}/v1`, SPACE_EMBEDDINGS_MODEL: 'any' };
    const { first, warned } = opened(config, async () => vectorsOf('list_pages'));
    await eventually(async () => expect(await first('xyzzy')).toBe('list_forms'));
    isSlow = true;
    expect(await first('xyzzy')).toBe('list_pages');
    expect(warned).toEqual(['the embeddings endpoint did not answer; the local model did']);
  });
});
