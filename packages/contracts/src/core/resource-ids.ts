const MAX_RESOURCES = 20;
/** Entries of one list that are read. */
const MAX_ENTRIES = 100;
const ID = /^[\w-]{1,64}$/;
const CREATED = /^\{(?:"[a-z_]+":\{)?"id":"([\w-]{1,64})"/;

/** Returns true when a field names a resource, or a list of them. */
export const isIdField = (field: string): boolean => /(?:^|_)ids?$/.test(field);

const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value);

type Fields = Readonly<Record<string, unknown>>;

/** Yields the ids in one argument: its own, those of a list, and those that the entries of a list name. */
function* idsIn(field: string, value: unknown): Generator<string> {
  if (isId(value) && isIdField(field)) yield value;
  if (!Array.isArray(value)) return;
  for (const one of value.slice(0, MAX_ENTRIES))
    if (isId(one) && isIdField(field)) yield one;
    else if (typeof one === 'object' && one !== null)
      for (const [name, part] of Object.entries(one)) if (name.endsWith('_id') && isId(part)) yield part;
}

/** Returns the ids that a call names and the id of the resource that it answers with; at most twenty, each once. */
export function resourceIds(named: Fields, answer: Uint8Array | undefined): string[] {
  const created = answer === undefined ? undefined : CREATED.exec(Buffer.from(answer.subarray(0, 160)).toString('latin1'))?.[1];
  const resources = new Set(created === undefined ? [] : [created]);
  for (const [field, value] of Object.entries(named))
    for (const id of idsIn(field, value)) {
      if (resources.size === MAX_RESOURCES) return ordered(resources, created);
      resources.add(id);
    }
  return ordered(resources, created);
}

/** Returns the ids with the created resource last: it is the outcome. */
const ordered = (resources: ReadonlySet<string>, created: string | undefined): string[] =>
  created === undefined ? [...resources] : [...[...resources].filter((id) => id !== created), created];
