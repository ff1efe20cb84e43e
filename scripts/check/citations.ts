import { lineAt, type SourceFile, type Violation } from './sources.ts';

const CONTRACT = 'docs/contract.md';
const CITATION = /\(contract, ((?:[A-Z]\d+(?:, )?)+)/g;
/** A citation of a document that is not in the repository. */
const FOREIGN = /\((?:spec|decisions), [^)]*\)/g;

/** Returns each citation of a clause that `docs/contract.md` does not have, and each citation of a document outside the repository. */
export function findWrongCitations(files: readonly SourceFile[]): Violation[] {
  const contract = files.find(({ path }) => path === CONTRACT)?.text ?? '';
  const clauses = new Set([...contract.matchAll(/\*\*([A-Z]\d+)\*\*/g)].map((match) => match[1]!));
  return files.flatMap(({ path, text }) => [
    ...[...text.matchAll(CITATION)]
      .flatMap((match) => match[1]!.split(', ').map((clause) => ({ clause, index: match.index })))
      .filter(({ clause }) => clause !== '' && !clauses.has(clause))
      .map(({ clause, index }) => ({ path, line: lineAt(text, index), message: `cites ${clause}, which ${CONTRACT} does not have` })),
    ...[...text.matchAll(FOREIGN)].map((match) => ({
      path,
      line: lineAt(text, match.index),
      message: `${match[0]} is not in the repository: cite a clause of ${CONTRACT}, as (contract, W6)`,
    })),
  ]);
}
