import { lineAt, type SourceFile, type Violation } from './sources.ts';

const CONTRACT = 'docs/contract.md';
const CITATION = /\(contract, ((?:[A-Z]\d+(?:, )?)+)/g;
/** A citation of a document that is not in the repository. */
const FOREIGN = /\((?:spec|decisions), [^)]*\)/g;

/** A clause of the contract at its place. */
const CLAUSE = /^- \*\*([A-Z]\d+)\*\*/gm;

/**
 * Returns each clause of `docs/contract.md` whose id an earlier one has, each citation of a clause that the page does not have, and each citation
 * of a document outside the repository.
 */
export function findWrongCitations(files: readonly SourceFile[]): Violation[] {
  const contract = files.find(({ path }) => path === CONTRACT)?.text ?? '';
  const clauses = new Set([...contract.matchAll(/\*\*([A-Z]\d+)\*\*/g)].map((match) => match[1]!));
  return [...findSecondClauses(contract), ...files.flatMap((file) => findWrongIn(file, clauses))];
}

function findSecondClauses(contract: string): Violation[] {
  const seen = new Set<string>();
  return [...contract.matchAll(CLAUSE)].flatMap(({ 1: id, index }) => {
    if (seen.has(id!))
      return { path: CONTRACT, line: lineAt(contract, index), message: `${id} is the id of an earlier clause: give this one another` };
    seen.add(id!);
    return [];
  });
}

function findWrongIn({ path, text }: SourceFile, clauses: ReadonlySet<string>): Violation[] {
  return [
    ...[...text.matchAll(CITATION)]
      .flatMap((match) => match[1]!.split(', ').map((clause) => ({ clause, index: match.index })))
      .filter(({ clause }) => clause !== '' && !clauses.has(clause))
      .map(({ clause, index }) => ({ path, line: lineAt(text, index), message: `cites ${clause}, which ${CONTRACT} does not have` })),
    ...[...text.matchAll(FOREIGN)].map((match) => ({
      path,
      line: lineAt(text, match.index),
      message: `${match[0]} is not in the repository: cite a clause of ${CONTRACT}, as (contract, W6)`,
    })),
  ];
}
