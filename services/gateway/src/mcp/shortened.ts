import { fits } from './result-size.ts';
import type { CallableTool } from './tools.ts';
import { wayToTheRest } from './truncation-notice.ts';

type Data = Readonly<Record<string, unknown>>;

/** How many characters of a text and entries of a list are kept, from the mildest cut to the hardest: ids and times stay whole. */
const STEPS = [
  { characters: 2_000, entries: Number.POSITIVE_INFINITY },
  { characters: 500, entries: Number.POSITIVE_INFINITY },
  { characters: 80, entries: Number.POSITIVE_INFINITY },
  { characters: 80, entries: 40 },
  { characters: 80, entries: 10 },
] as const;

/** The longest cursor there is, in characters; what is longer is none, whatever its name. */
const MAX_KEPT_CHARACTERS = 4_096;

/** What is never cut and never left out, by its name: what the next call is made with, and what is said of the result itself. */
const isKept = (name: string): boolean => /^(?:id|.*_id|.*cursor|has_more|dry_run|undo|untrusted|cut)$/.test(name);

/** An answer in at most 40 KB whose texts, and then lists, are cut; of one that is still too long only what is never left out. */
export function shortened(answer: Data, tool: CallableTool): Data {
  for (const step of STEPS) {
    const lists = step.entries === Number.POSITIVE_INFINITY ? '' : ` and lists up to ${step.entries} entries`;
    const told = `Texts are shown up to ${step.characters} characters${lists}, since a result holds at most 40 KB. ${wayToTheRest(tool)}`;
    const short = { ...(cutDeep(answer, step) as Data), cut: answer.cut ? `${answer.cut} ${told}` : told };
    if (fits(short)) return short;
  }
  const kept = Object.fromEntries(Object.entries(answer).filter(([name]) => isKept(name)));
  return { ...kept, cut: `The rest of this result is left out, since a result holds at most 40 KB. ${wayToTheRest(tool)}` };
}

function cutDeep(value: unknown, step: (typeof STEPS)[number]): unknown {
  if (typeof value === 'string') {
    const more = value.length - step.characters;
    return more <= 0 ? value : `${value.slice(0, step.characters)}… (${more} more characters)`;
  }
  if (Array.isArray(value)) return value.slice(0, step.entries).map((one) => cutDeep(one, step));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      isKept(name) && (typeof part !== 'string' || part.length <= MAX_KEPT_CHARACTERS) ? part : cutDeep(part, step),
    ]),
  );
}
