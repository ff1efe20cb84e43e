import { expect, test } from '@jest/globals';
import { publicationBack } from './publication.ts';

const publication = (slug: string, version: number) => ({ slug, version, url: '', published_at: '' });

test('a publication is taken back by the address and the version before, and a first one by taking it down', () => {
  expect(publicationBack(null, publication('plan', 2))).toEqual({ publish: false });
  expect(publicationBack(publication('plan', 2), publication('plan', 3))).toEqual({ publish: true, slug: 'plan', version: 2 });
  expect(publicationBack(publication('plan', 2), publication('launch', 2))).toEqual({ publish: true, slug: 'plan', version: 2 });
  expect(publicationBack(publication('plan', 2), null)).toEqual({ publish: true, slug: 'plan', version: 2 });
  expect(publicationBack(publication('plan', 2), publication('plan', 2))).toBeUndefined();
  expect(publicationBack(null, null)).toBeUndefined();
});
