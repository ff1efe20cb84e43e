import { invalidFields } from '@space/contracts/core';
import { MAX_IMPORT_LINES } from '@space/contracts/tables';
import { CsvError, parse } from 'csv-parse/sync';
import { unescapeFormula } from './formula-guard.ts';

/** A line of a CSV after its header. */
interface CsvLine {
  /** Number of its first line in the text, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A parsed CSV. */
export interface CsvTable {
  readonly header: readonly string[];
  readonly lines: readonly CsvLine[];
}

const [LF, CR] = [10, 13];

const delimiters = [',', ';', '\t'] as const;

interface Parsed {
  readonly record: string[];
  /** Bytes of the text up to the end of the record. */
  readonly info: { readonly bytes: number };
}

/** Parses a CSV. The delimiter is a comma, semicolon or tab, lines end in LF or CRLF, and empty lines are skipped. */
export function readCsv(text: string): CsvTable {
  const [header, ...rest] = parseCsv(text);
  if (!header) throw csvProblem('empty', 'has no header; the first line names the columns');
  if (rest.length > MAX_IMPORT_LINES)
    throw csvProblem('too_big', `has ${rest.length} lines after the header; at most ${MAX_IMPORT_LINES} are imported in one call`);
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
    if (error instanceof CsvError) throw csvProblem('invalid_csv', `cannot be read: ${csvErrorMessage(error)}`);
    throw error;
  }
}

/** Returns the most frequent delimiter of the first line, outside quotes. */
function delimiterOf(text: string): string {
  const first = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0].replace(/"(?:[^"]|"")*"/g, '') ?? '';
  const count = (delimiter: string) => first.split(delimiter).length;
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** Returns the line number of each record. The parser's own count is wrong for cells with CRLF. */
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

function csvErrorMessage({ code, message, lines }: CsvError & { readonly lines?: number }): string {
  const line = typeof lines === 'number' ? ` (line ${lines})` : '';
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `a quote that is opened is never closed${line}`;
  return message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, '');
}

const csvProblem = (code: string, message: string) => invalidFields([{ path: 'csv', code, message }]);
