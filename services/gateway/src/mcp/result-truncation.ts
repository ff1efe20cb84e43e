import { bytesOf, fits, MAX_RESULT_BYTES } from './result-size.ts';
import { shortened } from './shortened.ts';
import type { CallableTool } from './tools.ts';
import { wayToTheRest } from './truncation-notice.ts';

/** Bytes kept free for the sentence that says what was cut. */
const SENTENCE_BYTES = 500;

type Data = Readonly<Record<string, unknown>>;

/**
 * An answer in at most 40 KB, with a sentence in `cut` on what is missing and how to get it. Fewer entries of its lists are
 * shown, whatever they are called; then the beginnings of long texts; and when all else is left out, its ids, its cursor
 * and its `undo` are still there. A page of a list that shows fewer entries has no `next_cursor`: it leads behind those
 * that are left out.
 */
export function fitted(answer: Data, tool: CallableTool): Data {
  if (fits(answer)) return answer;
  const { download } = tool.entry.operation;
  const field = download && typeof answer[download.field] === 'string' ? download.field : undefined;
  if (field === undefined) return fewer(answer, tool);
  if (download!.media_type !== 'text/csv')
    return fewer(
      { ...without(answer, field), cut: `${field} is left out, since a result holds at most 40 KB. ${wayToTheRest(tool)}` },
      tool,
    );
  const { [field]: lines, ...rest } = fewer({ ...answer, [field]: linesOf(answer[field] as string) }, tool, 2);
  return { ...rest, [field]: Array.isArray(lines) ? lines.join('') : lines };
}

/** The answer with fewer entries of its lists, the longest first; `least` entries stay, shortened when need be. */
function fewer(answer: Data, tool: CallableTool, least = 1): Data {
  let shown = answer;
  for (const name of listsOf(answer, least)) {
    if (fits(shown)) break;
    shown = withFewer(shown, name, tool, least);
  }
  return fits(shown) ? shown : shortened(shown, tool);
}

/** The names of the lists that can be shown in part, the longest first. */
const listsOf = (answer: Data, least: number): string[] =>
  Object.entries(answer)
    .filter(([name, value]) => name !== 'undo' && Array.isArray(value) && value.length > least)
    .map(([name, value]) => ({ name, bytes: bytesOf(value) }))
    .sort((one, other) => other.bytes - one.bytes)
    .map(({ name }) => name);

function withFewer(answer: Data, name: string, tool: CallableTool, least: number): Data {
  const list = answer[name] as readonly unknown[];
  const room = MAX_RESULT_BYTES - SENTENCE_BYTES - bytesOf({ ...answer, [name]: [] });
  let [count, used] = [0, 0];
  for (const one of list) {
    used += bytesOf(one) + 1;
    if (used > room) break;
    count += 1;
  }
  const shown = Math.max(count, least);
  const cut = wayToTheRest(tool, { name, shown, all: list.length, is_dry_run: answer.dry_run === true, is_page: isPage(answer) });
  const rest = isPage(answer) ? { ...without(answer, 'next_cursor'), has_more: true } : answer;
  return { ...rest, [name]: list.slice(0, shown), cut };
}

/** Whether an answer is one page of a longer list. */
const isPage = (answer: Data): boolean => typeof answer.has_more === 'boolean';

const without = (answer: Data, name: string): Data => {
  const { [name]: _, ...rest } = answer;
  return rest;
};

/** The lines of a CSV, each with its end; a line break in quotes ends none. */
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
