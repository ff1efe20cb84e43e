import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { createCallableTools } from '../tools/callable-tools.ts';
import { DIMENSIONS } from './dimensions.ts';
import { sentenceHash } from './semantic-search.ts';
import { sentencesOf } from './sentences.ts';
import { openToolSearch } from './tool-search.ts';

const tools = createCallableTools();

/** A model that returns the same vector for every query. */
const unit = new Float32Array(DIMENSIONS).fill(0);
unit[0] = 1;
const embedder = { embed: async () => unit };

/** A file with the vectors of one tool's sentences only. */
function vectorsOf(name: string): Uint8Array {
  const numbers = Buffer.from(Int8Array.from(unit, (value) => value * 127).buffer);
  return Buffer.concat(sentencesOf(tools.get(name)!).flatMap((sentence) => [Buffer.from(sentenceHash(sentence), 'hex'), numbers]));
}

function open(config: object, readVectors: () => Promise<Uint8Array>) {
  const warned: string[] = [];
  const search = openToolSearch(
    tools,
    { config: config as never, log: { warn: (_: unknown, message: string) => void warned.push(message) } as never },
    { readVectors, embedder },
  );
  return { warned, first: async (query: string) => (await search(query)).tools[0]!.tool.name };
}

describe('the tool search with the local model', () => {
  test('loads the vectors before the first search', async () => {
    let isRead = false;
    open({}, async () => {
      isRead = true;
      return vectorsOf('list_pages');
    });
    await eventually(async () => expect(isRead).toBe(true));
  });

  test('searches by keywords and logs a warning until the vectors can be read', async () => {
    let isBroken = true;
    const { first, warned } = open({}, async () => {
      if (isBroken) throw new Error('ENOENT: sentences.bin');
      return vectorsOf('list_pages');
    });
    expect(await first('create contact')).toBe('create_contact');
    expect(warned).toContain('semantic search failed; searching tools by keywords alone');
    isBroken = false;
    expect(await first('xyzzy')).toBe('list_pages');
  });
});

describe('the tool search with an embeddings endpoint', () => {
  let isSlow = false;
  const pendingResponses = new Set<() => void>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { input } = JSON.parse(Buffer.concat(parts).toString()) as { input: string[] };
      const wanted = new Set(sentencesOf(tools.get('list_forms')!));
      const vectorOf = (text: string) => (input.length === 1 || wanted.has(text) ? [1, 0] : [0, 1]);
      const send = () => response.end(JSON.stringify({ data: input.map((text, index) => ({ index, embedding: vectorOf(text) })) }));
      if (isSlow) pendingResponses.add(send);
      else send();
    });
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterEach(() => {
    for (const send of pendingResponses) send();
    pendingResponses.clear();
  });
  afterAll(() => void server.close());

  test('uses the endpoint, and falls back to the local model when the endpoint is slow', async () => {
    const { port } = server.address() as AddressInfo;
    const config = { SPACE_EMBEDDINGS_URL: `http://127.0.0.1:${port}/v1`, SPACE_EMBEDDINGS_MODEL: 'any' };
    const { first, warned } = open(config, async () => vectorsOf('list_pages'));
    await eventually(async () => expect(await first('xyzzy')).toBe('list_forms'));
    isSlow = true;
    expect(await first('xyzzy')).toBe('list_pages');
    expect(warned).toEqual(['the embeddings endpoint did not answer; searching with the local model']);
  });
});
