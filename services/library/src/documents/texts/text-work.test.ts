import { afterEach, expect, test } from '@jest/globals';
import { MAX_WAITING_TEXTS } from '@space/contracts/documents';
import { createTextWork, type TextWork, textsForVisitors } from './text-work.ts';

const works: TextWork[] = [];

function newTextWork(): TextWork {
  const texts = createTextWork();
  works.push(texts);
  return texts;
}

afterEach(async () => {
  await Promise.all(works.splice(0).map(({ pool }) => pool.stop()));
});

const large = { markdown: 'a few words. '.repeat(5_000) };

test('a Space with too many large texts gets 503 with a time to wait, while its visitors and other Spaces are served', async () => {
  const texts = newTextWork();
  const served = Array.from({ length: MAX_WAITING_TEXTS.space }, () => texts.run('spc_1', 'parse_markdown', large));
  await expect(texts.run('spc_1', 'parse_markdown', large)).rejects.toMatchObject({
    code: 'unavailable',
    extras: { retry_after_s: 5 },
  });
  const others = [textsForVisitors(texts).run('spc_1', 'parse_markdown', large), texts.run('spc_2', 'parse_markdown', large)];
  expect(await texts.run('spc_1', 'parse_markdown', { markdown: 'short' })).toHaveLength(1);
  expect((await Promise.all([...served, ...others])).every((blocks) => blocks.length === 1)).toBe(true);
});
