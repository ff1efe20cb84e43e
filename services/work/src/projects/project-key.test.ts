import { expect, test } from '@jest/globals';
import { projectKey } from '@space/contracts/work';
import { keyBeginning } from './project-key.ts';

test.each([
  ['Website', 'WEBS'],
  ['Office move 2027', 'OM2'],
  ['Öffentlichkeit', 'OFFE'],
  ['X', 'XPR'],
  ['事務所', 'PR'],
  ['2027', 'PR'],
])('the key of %s begins with %s', (name, beginning) => {
  expect(keyBeginning(name)).toBe(beginning);
  expect(projectKey.safeParse(beginning).success).toBe(true);
});
