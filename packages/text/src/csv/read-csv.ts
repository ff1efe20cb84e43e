import { Readable } from 'node:stream';
import { invalidFields, MAX_IMPORT_LINES } from '@space/contracts/core';
import { CsvError, parse } from 'csv-parse';
import { unescapeFormula } from './formula-guard.ts';
import { createPauses } from './pauses.ts';

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

/** Bytes that are parsed in one step. */
const CHUNK_BYTES = 16_384;

const delimiters = [',', ';', '\t'] as const;

interface Parsed {
  readonly record: string[];
  /** Bytes of the text up to the end of the record. */
  readonly info: { readonly bytes: number };
}

/**
 * Parses a CSV. The delimiter is a comma, semicolon or tab, lines end in LF or CRLF, and empty lines are skipped. Other work of the
 * process runs meanwhile.
 */
export async function readCsv(text: string): Promise<CsvTable> {
  const [header, ...rest] = await parseCsv(text);
  if (!header) throw csvProblem('empty', 'has no header; the first line names the columns');
  if (rest.length > MAX_IMPORT_LINES)
    throw csvProblem('too_big', `has ${rest.length} lines after the header; at most ${MAX_IMPORT_LINES} are imported in one call`);
  const lines: CsvLine[] = [];
  const pause = createPauses();
  for (const [index, line] of lineNumbersOf(text, [header, ...rest])
    .slice(1)
    .entries()) {
    lines.push({ line, cells: rest[index]!.record.map(unescapeFormula) });
    await pause();
  }
  return { header: header.record.map((name) => name.trim()), lines };
}

/** Returns the records of a CSV, at most one more than an import may have. */
async function parseCsv(text: string): Promise<Parsed[]> {
  const records: Parsed[] = [];
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(text),
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
  });
  try {
    for await (const record of Readable.from(chunksOf(text)).pipe(parser)) {
      records.push(record as Parsed);
      if (records.length > MAX_IMPORT_LINES + 1) break;
    }
    return records;
  } catch (error) {
    if (error instanceof CsvError) throw csvProblem('invalid_csv', `cannot be read: ${csvErrorMessage(error)}`);
    throw error;
  }
}

/** Returns the bytes of a text in chunks, with pauses. */
async function* chunksOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  const pause = createPauses();
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    yield bytes.subarray(at, at + CHUNK_BYTES);
    await pause();
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
  const isEnd = (at: number) => bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF);
  const find = (code: number, from: number) => {
    const found = bytes.indexOf(code, from);
    return found < 0 ? bytes.length : found;
  };
  // The next place of each code. A code that is far away, or absent, is not searched for again at each record.
  const next = new Map([LF, CR].map((code) => [code, find(code, 0)]));
  const countEnds = (from: number, to: number) => {
    let ends = 0;
    for (const [code, known] of next) {
      let at = known < from ? find(code, from) : known;
      for (; at < to; at = find(code, at + 1)) if (isEnd(at)) ends += 1;
      next.set(code, at);
    }
    return ends;
  };
  let [at, line] = [0, 1];
  return records.map(({ info }) => {
    for (; bytes[at] === LF || bytes[at] === CR; at++) if (isEnd(at)) line += 1;
    const begun = line;
    const end = Math.min(info.bytes, bytes.length);
    if (end > at) {
      line += countEnds(at, end);
      at = end;
    }
    return begun;
  });
}

/** The faults of quotes by their code in the parser. */
const quoteFaults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote that is opened is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quoted cell has text after its closing quote',
  INVALID_OPENING_QUOTE: 'a cell that does not begin with a quote contains one',
};

function csvErrorMessage({ code, message, lines }: CsvError & { readonly lines?: number }): string {
  const fault = quoteFaults[code];
  if (fault === undefined) return message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, '');
  return `${fault}${typeof lines === 'number' ? ` (line ${lines})` : ''}; put the whole cell in quotes and write each quote in it twice`;
}

const csvProblem = (code: string, message: string) => invalidFields([{ path: 'csv', code, message }]);
