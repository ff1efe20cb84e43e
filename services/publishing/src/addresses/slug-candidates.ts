/** Numbers that are tried after a slug before random letters are. */
const MAX_NUMBER = 20;

/** Yields a slug, then the same slug with the numbers from 2, then without end the slug with six random letters. */
export function* slugCandidates(slug: string): Generator<string> {
  yield slug;
  for (let number = 2; number <= MAX_NUMBER; number++) yield `${slug}-${number}`;
  for (;;) yield `${slug}-${Math.random().toString(36).slice(2, 8)}`;
}
