import { MAX_ACTION_ARGUMENTS_BYTES } from '@space/contracts/events';
import { didYouMean } from '@space/text';

/**
 * Merge tags: `{{event.data.amount}}` in a text of an action's arguments stands for a value that is known when the run
 * is under way. A text that is one tag and nothing else takes the value as it is, a number or a list too; inside a
 * longer text the value is put in as text, lists and objects as JSON.
 *
 * A tag that finds nothing gives nothing, and the step log says so: alone it leaves its field out, so that an operation
 * that needs the field says that it is missing; inside a text it is the empty text. What is put in is never looked at
 * again, so a name that holds a tag stays a name. Only own properties are read, and keys are never filled in. A tag behind
 * a backslash is no tag: the backslash goes, and the braces stay.
 */
const TAG = /\\?\{\{([^{}]{0,300})\}\}/g;
const WHOLE = /^\{\{([^{}]{0,300})\}\}$/;
const PATH = /^[^.]+(?:\.[^.]+)*$/;

const isLiteral = (tag: string): boolean => tag.startsWith('\\');
const tagsOf = (text: string) => [...text.matchAll(TAG)].filter(([tag]) => !isLiteral(tag));

/** Where a tag may begin. */
const ROOTS = ['event', 'contact', 'payload', 'steps'] as const;

/** What tags read: the event that started the run, its person, the payload of the call, the answers of earlier steps. */
export type Values = Readonly<Partial<Record<(typeof ROOTS)[number], unknown>>>;

/** Arguments with their tags filled in, and what was not found. */
export interface Rendered {
  readonly value: Record<string, unknown>;
  readonly notes: readonly string[];
  /** More was to be put in than arguments may hold, so some was left out: they must not be used. */
  readonly too_large: boolean;
}

const MAX_NOTES = 20;

/** Fills every tag in; never throws, and reads nothing but what the values hold themselves. */
export function render(template: Readonly<Record<string, unknown>>, values: Values): Rendered {
  const missed = new Set<string>();
  let room = MAX_ACTION_ARGUMENTS_BYTES;
  const look = (path: string): unknown => {
    if (room < 0) return undefined;
    const found = valueAt(values, path.trim());
    if (found === undefined && missed.size < MAX_NOTES) missed.add(`{{${path.trim()}}} found nothing.`);
    room -= Buffer.byteLength(textOf(found));
    return room < 0 ? undefined : found;
  };
  const value = mapTexts(template, (text) => {
    const whole = WHOLE.exec(text);
    return whole ? look(whole[1]!) : text.replace(TAG, (tag: string, path: string) => (isLiteral(tag) ? tag.slice(1) : textOf(look(path))));
  });
  return { value: value as Record<string, unknown>, notes: [...missed], too_large: room < 0 };
}

/** A tag of a template that can never find anything, and why. */
export interface TagError {
  readonly path: string;
  readonly message: string;
}

/** The tags of the action at `index` that can never find anything. */
export const findInvalidTags = (template: unknown, index: number): TagError[] =>
  findTaggedTexts(template).flatMap(({ path, text }) =>
    tagsOf(text).flatMap(([tag, inside]) => {
      const message = explainInvalidTag(inside!.trim(), index);
      return message === undefined ? [] : [{ path, message: `${tag} ${message}` }];
    }),
  );

/** Every tag of a template: where it stands, how it is written, and the names of its path. */
export const findTags = (template: unknown): { readonly path: string; readonly tag: string; readonly names: readonly string[] }[] =>
  findTaggedTexts(template).flatMap(({ path, text }) =>
    tagsOf(text).map(([tag, inside]) => ({ path, tag, names: inside!.trim().split('.') })),
  );

/** Where the texts of a template are that hold tags, as paths with points. */
export function findTaggedTexts(template: unknown, path: readonly string[] = []): { readonly path: string; readonly text: string }[] {
  if (typeof template === 'string') return tagsOf(template).length === 0 ? [] : [{ path: path.join('.'), text: template }];
  if (typeof template !== 'object' || template === null) return [];
  return Object.entries(template).flatMap(([key, part]) => findTaggedTexts(part, [...path, key]));
}

function explainInvalidTag(path: string, index: number): string | undefined {
  const [root = '', step = ''] = path.split('.');
  if (!PATH.test(path)) return 'is not a merge tag; write a path with points, for example {{contact.email}}';
  if (!ROOTS.some((known) => known === root)) return `begins with none of ${ROOTS.join(', ')}${didYouMean(root, ROOTS)}`;
  if (root !== 'steps') return undefined;
  if (!/^\d{1,3}$/.test(step)) return 'must name an earlier step by its number, for example {{steps.0.id}}';
  return Number(step) < index ? undefined : `names a step that has not run by then; this is step ${index}`;
}

/** The value at a path of own properties; undefined when there is none. */
function valueAt(values: Values, path: string): unknown {
  let current: unknown = values;
  for (const key of path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** The same JSON with every text replaced; what is replaced by nothing is left out. */
function mapTexts(value: unknown, replace: (text: string) => unknown): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((part) => mapTexts(part, replace)).filter((part) => part !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, part]) => [key, mapTexts(part, replace)] as const)
      .filter(([, part]) => part !== undefined),
  );
}
