import type { AnswerKind } from '../api/route-table.ts';
import { routes } from '../made/routes.ts';

/** A read of the catalog that answers with JSON at a path. */
export interface MatchedRead {
  readonly contract: string;
  readonly name: string;
  readonly path: string;
  readonly scope: string;
  readonly answer: Exclude<AnswerKind, 'file'>;
  /** The parameters in the path. */
  readonly args: Readonly<Record<string, string>>;
}

interface Read {
  readonly contract: string;
  readonly name: string;
  readonly path: string;
  readonly scope: string;
  readonly answer: AnswerKind;
  readonly segments: readonly string[];
}

type JsonRead = Read & Pick<MatchedRead, 'answer'>;

const segmentsOf = (path: string): readonly string[] => path.split('/').slice(1);

/** Every read, those with more fixed segments first, so that `/contacts/duplicates` is not a contact. */
const reads: readonly Read[] = Object.entries(routes)
  .flatMap(([contract, operations]) =>
    Object.entries(operations).flatMap(([name, [method, path, scope, answer]]) =>
      method === 'GET' ? [{ contract, name, path, scope, answer, segments: segmentsOf(path) }] : [],
    ),
  )
  .toSorted((one, other) => countParameters(one) - countParameters(other));

const isJson = (read: Read): read is JsonRead => read.answer !== 'file';

const jsonReads: readonly JsonRead[] = reads.filter(isJson);

function countParameters({ segments }: Read): number {
  return segments.filter((segment) => segment.startsWith(':')).length;
}

/** Returns the read that answers with JSON at a path over REST, or undefined. */
export function matchRead(path: string): MatchedRead | undefined {
  const given = segmentsOf(path);
  for (const read of reads) {
    const args = argumentsOf(read.segments, given);
    if (args) return isJson(read) ? { ...read, args } : undefined;
  }
  return undefined;
}

function argumentsOf(segments: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (segments.length !== given.length) return undefined;
  const args: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = given[index]!;
    if (segment.startsWith(':') && value !== '') args[segment.slice(1)] = decode(value);
    else if (segment !== value) return undefined;
  }
  return args;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the read of one entry of a list, and the name of its last parameter; undefined if entries have no read of their own. */
export function entryRead(list: MatchedRead): { readonly read: JsonRead; readonly parameter: string } | undefined {
  const read = jsonReads.find(({ path, answer }) => answer === 'one' && isChild(list.path, path) && path.startsWith(`${list.path}/:`));
  return read && { read, parameter: read.path.slice(list.path.length + 2) };
}

/** Returns the reads below a record: its lists, and other views of it. */
export const readsBelow = (record: MatchedRead): readonly JsonRead[] => jsonReads.filter(({ path }) => isChild(record.path, path));

const isChild = (parent: string, path: string): boolean => path.startsWith(`${parent}/`) && !path.slice(parent.length + 1).includes('/');
