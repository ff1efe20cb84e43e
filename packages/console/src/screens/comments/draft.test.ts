import { expect, test } from '@jest/globals';
import { draftOf } from './draft.ts';

test('a draft stays for its form until it is blank', () => {
  const drafts = new Map<string, string>();
  draftOf(drafts, 'new').write('Is this right?');
  expect(draftOf(drafts, 'new').read()).toBe('Is this right?');
  expect(draftOf(drafts, 'reply').read()).toBeUndefined();
  draftOf(drafts, 'new').write(' ');
  expect(drafts.size).toBe(0);
});
