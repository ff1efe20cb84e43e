import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '@space/runtime/config';

/** The levels of log lines, least serious first. */
export const levels = ['debug', 'info', 'warn', 'error'] as const;

/** The lines that a reader wants to see. */
export interface LogFilter {
  /** The least serious level. */
  readonly level: (typeof levels)[number] | undefined;
  readonly request_id: string | undefined;
}

/** Bytes at the end of the file that are searched for the newest lines. */
const SEARCHED_BYTES = 4 * 1_048_576;
const POLL_MS = 300;
/** Characters of one field that are shown to people. */
const SHOWN_CHARACTERS = 300;

/** Prints the newest matching lines of a log file. Returns the position after the last whole line. */
export async function lastLines(
  file: string,
  count: number,
  filter: LogFilter,
  json: boolean,
  print: (line: string) => void,
): Promise<number> {
  const handle = await openLog(file);
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - SEARCHED_BYTES);
    const { lines, end } = await readLines(handle, start, size);
    // The first line may have begun before the searched part.
    const whole = start > 0 ? lines.slice(1) : lines;
    for (const line of whole.filter((one) => matches(one, filter)).slice(-count)) print(json ? line : formatLogLine(line));
    return end;
  } finally {
    await handle.close();
  }
}

/** Prints each new matching line until `stop` is aborted. A file that became shorter was rotated and is read from its start. */
export async function follow(
  file: string,
  from: number,
  filter: LogFilter,
  json: boolean,
  print: (line: string) => void,
  stop: AbortSignal,
): Promise<void> {
  let position = from;
  while (!stop.aborted) {
    const handle = await openLog(file);
    try {
      const { size } = await handle.stat();
      if (size < position) position = 0;
      const { lines, end } = await readLines(handle, position, Math.min(size, position + SEARCHED_BYTES));
      for (const line of lines) if (matches(line, filter)) print(json ? line : formatLogLine(line));
      position = end;
    } finally {
      await handle.close();
    }
    await delay(POLL_MS, undefined, { signal: stop }).catch(() => {});
  }
}

async function openLog(file: string): Promise<FileHandle> {
  try {
    return await open(file);
  } catch {
    throw new ConfigError(`There is no ${file}: run npm start, or set SPACE_DATA_DIR to the data folder.`);
  }
}

async function readLines(handle: FileHandle, start: number, end: number): Promise<{ readonly lines: string[]; readonly end: number }> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
  const bytes = buffer.subarray(0, bytesRead);
  const last = bytes.lastIndexOf('\n') + 1;
  return { lines: bytes.subarray(0, last).toString().split('\n').slice(0, -1), end: start + last };
}

function fieldsOf(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function matches(line: string, { level, request_id }: LogFilter): boolean {
  const fields = fieldsOf(line);
  if (!fields) return false;
  const rank = (name: unknown) => (name === 'fatal' ? levels.length : levels.indexOf(name as (typeof levels)[number]));
  return (level === undefined || rank(fields.level) >= rank(level)) && (request_id === undefined || fields.request_id === request_id);
}

/** Returns a log line for people: time, level, message and the other fields. */
function formatLogLine(line: string): string {
  const { time, level, msg, service: _service, ...others } = fieldsOf(line) ?? {};
  const rest = Object.entries(others).map(([name, value]) => `${name}=${shown(value)}`);
  return plain([time, String(level).toUpperCase().padEnd(5), msg, ...rest].join(' '));
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

// A control character in a text of someone else could change the terminal.
const plain = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');
