import { expect, test } from '@jest/globals';
import { bodyParts } from './body-parts.ts';

test('mentions of contacts and agents are parts with an address, and other links are text', () => {
  expect(bodyParts('[@Ada](space:contact/con_1) and [@Scout](space:agent/agt_2)?')).toEqual([
    { text: '@Ada', href: 'space:contact/con_1' },
    { text: ' and ' },
    { text: '@Scout', href: 'space:agent/agt_2' },
    { text: '?' },
  ]);
  const others = '[@Ada](https://example.com) [Deals](space:table/tbl_1)';
  expect(bodyParts(others)).toEqual([{ text: others }]);
  expect(bodyParts('')).toEqual([]);
});
