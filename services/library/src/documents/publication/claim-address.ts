import { Problem } from '@space/contracts/core';
import { slugify } from '@space/text';
import type { CommonQueryMethods } from 'slonik';
import { claimSlug, findLastSlug, lockSlug } from './publications.queries.ts';

/** Characters of a slug that a title suggests; a number may follow. */
const SUGGESTED_CHARACTERS = 70;

/** Numbers that are tried after a slug before random letters are. */
const NUMBERS = 20;

/**
 * Claims an address for a document and returns its slug: the wanted one, the last one that it had, or one that resembles its title. Throws
 * `duplicate` for a wanted slug that is taken.
 */
export async function claimAddress(
  tx: CommonQueryMethods & { readonly now: string },
  space: string,
  { id, title }: { readonly id: string; readonly title: string },
  wanted: string | undefined,
): Promise<string> {
  if (wanted !== undefined) {
    if (await claim(tx, space, id, wanted, true)) return wanted;
    throw new Problem('duplicate', `slug: "${wanted}" is taken; choose another slug.`);
  }
  const last = await findLastSlug(tx, space, id);
  if (last !== null && (await claim(tx, space, id, last, false))) return last;
  for (const slug of candidates(slugify(title, { fallback: 'document', maxLength: SUGGESTED_CHARACTERS })))
    if (await claim(tx, space, id, slug, false)) return slug;
  throw new Error('the candidates ended');
}

async function claim(tx: CommonQueryMethods & { readonly now: string }, space: string, id: string, slug: string, canTakeOver: boolean) {
  await lockSlug(tx, slug);
  return claimSlug(tx, space, id, slug, canTakeOver, tx.now);
}

/** Yields a slug, then the same slug with the numbers from 2, then without end the slug with six random letters. */
function* candidates(slug: string): Generator<string> {
  yield slug;
  for (let number = 2; number <= NUMBERS; number++) yield `${slug}-${number}`;
  for (;;) yield `${slug}-${Math.random().toString(36).slice(2, 8)}`;
}
