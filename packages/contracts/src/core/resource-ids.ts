const MAX_THINGS = 20;
/** Entries of one list that are looked at. */
const MAX_ENTRIES = 100;
const ID = /^[\w-]{1,64}$/;
const MADE = /^\{(?:"[a-z_]+":\{)?"id":"([\w-]{1,64})"/;

/** Whether a field names a thing, or a list of them. */
export const namesThings = (field: string): boolean => /(?:^|_)ids?$/.test(field);

const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value);

type Fields = Readonly<Record<string, unknown>>;

/** The ids in one argument: its own, those of a list, and those that the entries of a list name in turn. */
function* idsIn(field: string, value: unknown): Generator<string> {
  if (isId(value) && namesThings(field)) yield value;
  if (!Array.isArray(value)) return;
  for (const one of value.slice(0, MAX_ENTRIES))
    if (isId(one) && namesThings(field)) yield one;
    else if (typeof one === 'object' && one !== null)
      for (const [name, part] of Object.entries(one)) if (name.endsWith('_id') && isId(part)) yield part;
}

/** The ids that a call names, and the id of what it answers when the answer is a thing; at most twenty, each once. */
export function resourceIds(named: Fields, answer: Uint8Array | undefined): string[] {
  const made = answer === undefined ? undefined : MADE.exec(Buffer.from(answer.subarray(0, 160)).toString('latin1'))?.[1];
  const things = new Set(made === undefined ? [] : [made]);
  for (const [field, value] of Object.entries(named))
    for (const id of idsIn(field, value)) {
      if (things.size === MAX_THINGS) return ordered(things, made);
      things.add(id);
    }
  return ordered(things, made);
}

/** What was made stands last: it is the outcome. */
const ordered = (things: ReadonlySet<string>, made: string | undefined): string[] =>
  made === undefined ? [...things] : [...[...things].filter((id) => id !== made), made];
