import { invalidFields } from '@space/contracts/core';
import { MAX_IMPORT_LINES } from '@space/contracts/tables';
import { CsvError, parse } from 'csv-parse/sync';
import { unescapeFormula } from './formula-guard.ts';

/** One line of a CSV below its header. */
interface CsvLine {
  /** Where it begins in the text, the first line being 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A CSV as it was read. */
export interface CsvTable {
  readonly header: readonly string[];
  readonly lines: readonly CsvLine[];
}

const [LF, CR] = [10, 13];

const delimiters = [',', ';', '\t'] as const;

interface Parsed {
  readonly record: string[];
  /** How much of the text was read when the record ended, in bytes. */
  readonly info: { readonly bytes: number };
}

/** Reads a CSV: separated by commas, semicolons or tabs, lines ending in LF or CRLF, quoted where needed; empty lines are passed over. */
export function readCsv(text: string): CsvTable {
  const [header, ...rest] = parseCsv(text);
  if (!header) throw csvProblem('empty', 'has no header; the first line names the columns');
  if (rest.length > MAX_IMPORT_LINES)
    throw csvProblem('too_big', `has ${rest.length} lines below the header; at most ${MAX_IMPORT_LINES} are imported at once`);
  return {
    header: header.record.map((name) => name.trim()),
    lines: lineNumbersOf(text, [header, ...rest])
      .slice(1)
      .map((line, index) => ({ line, cells: rest[index]!.record.map(unescapeFormula) })),
  };
}

function parseCsv(text: string): Parsed[] {
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      info: true,
      to: MAX_IMPORT_LINES + 2,
    }) as unknown as Parsed[];
  } catch (error) {
    if (error instanceof CsvError) throw csvProblem('invalid_csv', `cannot be read: ${plainly(error)}`);
    throw error;
  }
}

/** The separator that the first line has most of, outside of quotes. */
function delimiterOf(text: string): string {
  const first = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0].replace(/"(?:[^"]|"")*"/g, '') ?? '';
  const count = (delimiter: string) => first.split(delimiter).length;
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** The line on which each record begins. The parser counts lines too, but wrongly where a cell has CRLF in it. */
function lineNumbersOf(text: string, records: readonly Parsed[]): number[] {
  const bytes = Buffer.from(text);
  let [at, line] = [0, 1];
  const readTo = (isEnd: () => boolean) => {
    for (; !isEnd(); at++) if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) line += 1;
  };
  return records.map(({ info }) => {
    readTo(() => at >= bytes.length || (bytes[at] !== LF && bytes[at] !== CR));
    const begun = line;
    readTo(() => at >= Math.min(info.bytes, bytes.length));
    return begun;
  });
}

function plainly({ code, message, lines }: CsvError & { readonly lines?: number }): string {
  const line = typeof lines === 'number' ? ` (line ${lines})` : '';
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `a quote that is opened is never closed${line}`;
  return message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, '');
}

const csvProblem = (code: string, message: string) => invalidFields([{ path: 'csv', code, message }]);
