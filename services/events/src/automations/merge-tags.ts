import { MAX_ACTION_ARGUMENTS_BYTES } from '@space/contracts/events';
import { didYouMean } from '@space/text';

/**
 * Merge tags: `{{event.data.amount}}` in a string of an action's arguments is replaced with a value of the run. A string
 * that is one tag takes the value with its type, such as a number or a list. Inside a longer string the value is inserted
 * as text, lists and objects as JSON.
 *
 * A tag that finds nothing adds a note to the step log. Alone it leaves its field out, so that an operation which requires
 * the field reports it as missing; inside a string it is the empty string. Inserted values are never parsed again, so a
 * name that contains a tag stays a name. Only own properties are read, and keys are never filled in. A tag after a
 * backslash is literal: the backslash is removed and the braces stay.
 */
const TAG = /\\?\{\{([^{}]{0,300})\}\}/g;
const WHOLE = /^\{\{([^{}]{0,300})\}\}$/;
const PATH = /^[^.]+(?:\.[^.]+)*$/;

const isLiteral = (tag: string): boolean => tag.startsWith('\\');
const tagsOf = (text: string) => [...text.matchAll(TAG)].filter(([tag]) => !isLiteral(tag));

/** The first names of valid tags. */
const ROOTS = ['event', 'contact', 'payload', 'steps'] as const;

/** The values that tags read: the event of the run, its contact, the payload of the call, the results of earlier steps. */
export type Values = Readonly<Partial<Record<(typeof ROOTS)[number], unknown>>>;

/** Arguments with their tags filled in, and notes about tags that found nothing. */
export interface Rendered {
  readonly value: Record<string, unknown>;
  readonly notes: readonly string[];
  /** True if the values exceeded the limit for arguments: then some are left out, and the result must not be used. */
  readonly too_large: boolean;
}

const MAX_NOTES = 20;

/** Fills in every tag of a template. Never throws, and reads only own properties of the values. */
export function render(template: Readonly<Record<string, unknown>>, values: Values): Rendered {
  const notes = new Set<string>();
  let bytesLeft = MAX_ACTION_ARGUMENTS_BYTES;
  const resolve = (path: string): unknown => {
    if (bytesLeft < 0) return undefined;
    const found = valueAt(values, path.trim());
    if (found === undefined && notes.size < MAX_NOTES) notes.add(`{{${path.trim()}}} found nothing.`);
    bytesLeft -= Buffer.byteLength(textOf(found));
    return bytesLeft < 0 ? undefined : found;
  };
  const value = mapTexts(template, (text) => {
    const whole = WHOLE.exec(text);
    return whole
      ? resolve(whole[1]!)
      : text.replace(TAG, (tag: string, path: string) => (isLiteral(tag) ? tag.slice(1) : textOf(resolve(path))));
  });
  return { value: value as Record<string, unknown>, notes: [...notes], too_large: bytesLeft < 0 };
}

/** A tag that can never find anything, with the reason. */
export interface TagError {
  readonly path: string;
  readonly message: string;
}

/** Returns the malformed tags of the action at `index` of `count` actions, with the reason. */
export const findInvalidTags = (template: unknown, index: number, count: number): TagError[] =>
  findTaggedTexts(template).flatMap(({ path, text }) =>
    tagsOf(text).flatMap(([tag, inside]) => {
      const message = explainInvalidTag(inside!.trim(), index, count);
      return message === undefined ? [] : [{ path, message: `${tag} ${message}` }];
    }),
  );

/** Returns every tag of a template: its position as a dotted path, its text, and the names of its path. */
export const findTags = (template: unknown): { readonly path: string; readonly tag: string; readonly names: readonly string[] }[] =>
  findTaggedTexts(template).flatMap(({ path, text }) =>
    tagsOf(text).map(([tag, inside]) => ({ path, tag, names: inside!.trim().split('.') })),
  );

/** Returns the strings of a template that contain tags, with their dotted paths. */
export function findTaggedTexts(template: unknown, path: readonly string[] = []): { readonly path: string; readonly text: string }[] {
  if (typeof template === 'string') return tagsOf(template).length === 0 ? [] : [{ path: path.join('.'), text: template }];
  if (typeof template !== 'object' || template === null) return [];
  return Object.entries(template).flatMap(([key, part]) => findTaggedTexts(part, [...path, key]));
}

function explainInvalidTag(path: string, index: number, count: number): string | undefined {
  const [root = '', step = ''] = path.split('.');
  if (!PATH.test(path)) return 'is not a merge tag; write a dotted path, for example {{contact.email}}';
  if (root === 'secret') return 'names a secret, which stands only in secret_headers of POST /http-requests';
  if (!ROOTS.some((known) => known === root)) return `must begin with one of ${ROOTS.join(', ')}${didYouMean(root, ROOTS)}`;
  if (root !== 'steps') return undefined;
  if (!/^\d{1,3}$/.test(step)) return 'must name an earlier step by its number, for example {{steps.0.id}}';
  if (Number(step) < index) return undefined;
  if (Number(step) < count) return `names a step that runs later; this is step ${index}`;
  const actions = count === 1 ? '1 action' : `${count} actions`;
  return `names step ${Number(step)}, but the automation has ${actions}; a tag can name only an earlier step, and this is step ${index}`;
}

/** Returns the value at a path of own properties, or undefined. */
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

/** Copies JSON with every string replaced; a string that is replaced by undefined is left out. */
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
