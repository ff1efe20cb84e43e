import { expect, test } from '@jest/globals';
import { changedFields, textOrNull, valuesOf, withoutSaved, wordsIn } from './edits.ts';

interface Post {
  readonly title: string;
  readonly excerpt: string | null;
  readonly tags: readonly string[];
}
const post: Post = { title: 'News', excerpt: null, tags: ['Looms'] };

test('a field that was typed back to its value is no change', () => {
  expect(changedFields(post, { title: 'News', excerpt: 'One', tags: ['Looms'] })).toEqual({ excerpt: 'One' });
  expect(changedFields(post, { tags: ['Looms', 'Cards'] })).toEqual({ tags: ['Looms', 'Cards'] });
  expect(valuesOf(post, { excerpt: 'One' })).toEqual({ excerpt: null });
});

test('text that was typed during a save stays an edit', () => {
  expect(withoutSaved<Post>({ title: 'Newer', excerpt: 'One' }, { title: 'New', excerpt: 'One' })).toEqual({ title: 'Newer' });
});

test('an empty text is null, and tags are the words between commas', () => {
  expect([textOrNull(''), textOrNull('a')]).toEqual([null, 'a']);
  expect(wordsIn(' Looms, ,Cards,Looms ')).toEqual(['Looms', 'Cards']);
});
