import { expect, test } from '@jest/globals';
import { isFreeing, isStoring } from '../core/storing.ts';
import { catalog } from './catalog.ts';

const changes = catalog.filter(({ operation: { scope } }) => scope !== undefined && !scope.endsWith(':read'));

test('each operation that changes something either needs room for storage or is possible without room', () => {
  expect(changes.length).toBeGreaterThan(50);
  for (const { id, operation } of changes)
    expect({ id, kinds: [isStoring(operation), isFreeing(operation)].filter(Boolean).length }).toEqual({ id, kinds: 1 });
});

test('operations with a scope to run need room, except those that store nothing or reserve it themselves', () => {
  const runs = changes.filter(({ operation }) => operation.scope!.endsWith(':run'));
  const withoutRoom = runs.filter(({ operation }) => !isStoring(operation)).map(({ id }) => id);
  expect(withoutRoom.toSorted()).toEqual([
    'automations.cancel',
    'blog_posts.publish',
    'documents.publish',
    'form_submissions.create_link',
    'pages.publish',
  ]);
});
