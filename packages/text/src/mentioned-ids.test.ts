import { expect, test } from '@jest/globals';
import { mentionedIds } from './mentioned-ids.ts';

const [ada, agent] = [`con_${'1'.repeat(26)}`, `agt_${'2'.repeat(26)}`];

test('a text mentions the contacts and agents of its links, each once', () => {
  const text = `[@Ada](space:contact/${ada}), ask [@Concierge](space:agent/${agent}). Thank you [@Ada](space:contact/${ada})!`;
  expect(mentionedIds(text)).toEqual([ada, agent]);
});

test.each(['@Ada', '[@Ada](https://example.com)', '[@Ada](space:contact/con_1)', `space:contact/${ada}`])('%s mentions no one', (text) => {
  expect(mentionedIds(text)).toEqual([]);
});
