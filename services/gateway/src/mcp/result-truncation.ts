import { MAX_TOOL_RESULT_BYTES } from '@space/contracts/platform';
import type { CallableTool } from './tools/callable-tools.ts';
import { truncationNotice } from './truncation-notice.ts';

/** Bytes reserved for the notice. */
const NOTICE_BYTES = 500;

/** The steps of text truncation, from the mildest to the hardest: characters of a text and entries of a list that stay. */
const TEXT_STEPS = [
  { characters: 2_000, entries: Number.POSITIVE_INFINITY },
  { characters: 500, entries: Number.POSITIVE_INFINITY },
  { characters: 80, entries: Number.POSITIVE_INFINITY },
  { characters: 80, entries: 40 },
  { characters: 80, entries: 10 },
] as const;

/** The longest cursor, in characters: a longer text is not a cursor or an id, even in a field of that name. */
const MAX_REFERENCE_CHARACTERS = 4_096;

type Data = Readonly<Record<string, unknown>>;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** Returns true if a value as JSON is not larger than a result may be. */
export const fitsResult = (value: unknown): boolean => bytesOf(value) <= MAX_TOOL_RESULT_BYTES;

/**
 * Returns an answer in at most 40 KB, with a notice in `truncated` of what is missing and how to get it.
 *
 * First it drops entries from the end of lists, then the ends of long texts, and at last all fields except ids, cursor and
 * `undo`. A page that lost entries has no `next_cursor`, because that leads past the lost ones.
 */
export function truncateResult(answer: Data, tool: CallableTool): Data {
  if (fitsResult(answer)) return answer;
  const { download } = tool.entry.operation;
  const field = download && typeof answer[download.field] === 'string' ? download.field : undefined;
  if (field === undefined) return truncateLists(answer, tool);
  if (download!.media_type !== 'text/csv') {
    const truncated = `${field} is left out, since a result holds at most 40 KB. ${truncationNotice(tool)}`;
    return truncateLists({ ...without(answer, field), truncated }, tool);
  }
  const { [field]: lines, ...rest } = truncateLists({ ...answer, [field]: linesOf(answer[field] as string) }, tool, 2);
  return { ...rest, [field]: Array.isArray(lines) ? lines.join('') : lines };
}

/**
 * Drops entries from the end of lists, the largest list first. At least `minEntries` stay; their texts are truncated if they
 * do not fit.
 */
function truncateLists(answer: Data, tool: CallableTool, minEntries = 1): Data {
  let shorter = answer;
  for (const name of listsOf(answer, minEntries)) {
    if (fitsResult(shorter)) break;
    shorter = truncateList(shorter, name, tool, minEntries);
  }
  return fitsResult(shorter) ? shorter : truncateTexts(shorter, tool);
}

/** Returns the names of the lists with more than `minEntries` entries, the largest first. */
const listsOf = (answer: Data, minEntries: number): string[] =>
  Object.entries(answer)
    .filter(([name, value]) => name !== 'undo' && name !== 'understood' && Array.isArray(value) && value.length > minEntries)
    .map(([name, value]) => ({ name, bytes: bytesOf(value) }))
    .sort((one, other) => other.bytes - one.bytes)
    .map(({ name }) => name);

function truncateList(answer: Data, name: string, tool: CallableTool, minEntries: number): Data {
  const list = answer[name] as readonly unknown[];
  const available = MAX_TOOL_RESULT_BYTES - NOTICE_BYTES - bytesOf({ ...answer, [name]: [] });
  let [count, used] = [0, 0];
  for (const entry of list) {
    used += bytesOf(entry) + 1;
    if (used > available) break;
    count += 1;
  }
  const shown = Math.max(count, minEntries);
  const is_page = isPage(answer);
  const truncated = truncationNotice(tool, { name, shown, total: list.length, is_dry_run: answer.dry_run === true, is_page });
  const rest = is_page ? { ...without(answer, 'next_cursor'), has_more: true } : answer;
  return { ...rest, [name]: list.slice(0, shown), truncated };
}

/** Returns true if an answer is one page of a longer list. */
const isPage = (answer: Data): boolean => typeof answer.has_more === 'boolean';

function without(answer: Data, name: string): Data {
  const { [name]: _dropped, ...rest } = answer;
  return rest;
}

/** Returns the lines of a CSV, each with its line break; a line break in quotes does not end a line. */
function linesOf(csv: string): string[] {
  const lines: string[] = [];
  let [start, quotes] = [0, 0];
  for (let at = 0; at < csv.length; at++) {
    if (csv[at] === '"') quotes += 1;
    else if (csv[at] === '\n' && quotes % 2 === 0) {
      lines.push(csv.slice(start, at + 1));
      start = at + 1;
    }
  }
  return start < csv.length ? [...lines, csv.slice(start)] : lines;
}

/** Truncates texts, then nested lists, step by step; returns the permanent fields only when the last step is still too large. */
function truncateTexts(answer: Data, tool: CallableTool): Data {
  for (const step of TEXT_STEPS) {
    const lists = step.entries === Number.POSITIVE_INFINITY ? '' : ` and lists up to ${step.entries} entries`;
    const notice = `Texts are shown up to ${step.characters} characters${lists}, since a result holds at most 40 KB. ${truncationNotice(tool)}`;
    const shorter = { ...(truncateDeep(answer, step) as Data), truncated: answer.truncated ? `${answer.truncated} ${notice}` : notice };
    if (fitsResult(shorter)) return shorter;
  }
  const permanent = Object.fromEntries(Object.entries(answer).filter(([name]) => isPermanent(name)));
  return { ...permanent, truncated: `The rest of this result is left out, since a result holds at most 40 KB. ${truncationNotice(tool)}` };
}

function truncateDeep(value: unknown, step: (typeof TEXT_STEPS)[number]): unknown {
  if (typeof value === 'string') {
    const more = value.length - step.characters;
    return more <= 0 ? value : `${value.slice(0, step.characters)}… (${more} more characters)`;
  }
  if (Array.isArray(value)) return value.slice(0, step.entries).map((entry) => truncateDeep(entry, step));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const isWhole = isPermanent(name) && (typeof part !== 'string' || part.length <= MAX_REFERENCE_CHARACTERS);
      return [name, isWhole ? part : truncateDeep(part, step)];
    }),
  );
}

/**
 * Returns true for a field that is never truncated: ids and cursors, with which the next call is made, and the facts about the
 * result.
 */
const isPermanent = (name: string): boolean => /^(?:id|.*_id|.*cursor|has_more|dry_run|undo|understood|untrusted|truncated)$/.test(name);
