import { type ImportFault, MAX_IMPORT_ERROR_LINES, MAX_IMPORT_ERROR_MESSAGES, MAX_IMPORT_ERRORS, toSentence } from '@space/contracts/core';

/** An error in a line. */
export interface LineError {
  /** `lines.` and the number of the line. */
  readonly at: string;
  readonly column_key: string | null;
  readonly code: string;
  readonly message: string;
}

/** The errors of one column with one code. */
interface FaultLines {
  count: number;
  last: string;
  readonly lines: number[];
  /** The first errors. */
  readonly errors: LineError[];
}

/**
 * Groups errors by column and code, in the order of their first lines. The errors of a group are in the order of their lines. Only
 * the messages of the first errors are read: there may be half a million errors, and a message may be expensive.
 */
export function toFaults(errors: readonly LineError[]): ImportFault[] {
  return groupsOf(errors)
    .toSorted((a, b) => a.lines[0]! - b.lines[0]!)
    .slice(0, MAX_IMPORT_ERRORS)
    .map(({ count, lines, errors: first }) => {
      const messages = new Set(first.map(({ message }) => toSentence(`${message.charAt(0).toUpperCase()}${message.slice(1)}`)));
      const [message, ...others] = [...messages].slice(0, MAX_IMPORT_ERROR_MESSAGES);
      const { column_key, code } = first[0]!;
      return { column_key, code, message: message!, ...(others.length > 0 && { other_messages: others }), count, lines };
    });
}

function groupsOf(errors: readonly LineError[]): FaultLines[] {
  const byCode = new Map<string, Map<string | null, FaultLines>>();
  for (const error of errors) {
    const byColumn = byCode.get(error.code) ?? new Map<string | null, FaultLines>();
    byCode.set(error.code, byColumn);
    const group = byColumn.get(error.column_key) ?? { count: 0, last: '', lines: [], errors: [] };
    byColumn.set(error.column_key, group);
    if (error.at !== group.last) {
      group.count += 1;
      group.last = error.at;
      if (group.lines.length < MAX_IMPORT_ERROR_LINES) group.lines.push(Number(error.at.slice('lines.'.length)));
    }
    if (group.errors.length < MAX_IMPORT_ERROR_LINES) group.errors.push(error);
  }
  return [...byCode.values()].flatMap((byColumn) => [...byColumn.values()]);
}
