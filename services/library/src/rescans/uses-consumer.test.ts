import { expect, test } from '@jest/globals';
import { showingServices } from '@space/contracts/assets';
import { manifest } from '../../../manifest.ts';

test('the group reads the events of all services with things that show assets', () => {
  const [group] = manifest.library.consumer_groups;
  expect([...group.reads].sort()).toEqual(Object.keys(showingServices).sort());
});
