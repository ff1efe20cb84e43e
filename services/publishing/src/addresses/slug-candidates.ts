/** A slug, then the same with numbers behind it, for as long as it is taken; at last with letters that nobody has. */
export function* slugCandidates(slug: string): Generator<string> {
  yield slug;
  for (let number = 2; number <= 20; number++) yield `${slug}-${number}`;
  for (;;) yield `${slug}-${Math.random().toString(36).slice(2, 8)}`;
}
