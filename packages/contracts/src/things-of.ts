const MAX_THINGS = 20;
const MAX_ID = 64;
const MADE = /^\{(?:"[a-z_]+":\{)?"id":"([\w-]{1,64})"/;

const isId = (name: string, value: unknown): value is string =>
  (name === 'id' || name.endsWith('_id')) && typeof value === 'string' && value.length > 0 && value.length <= MAX_ID;

/** The ids that a call names, and the id of what it answers when the answer is a thing. */
export function thingsOf(named: Readonly<Record<string, unknown>>, answer: Uint8Array | undefined): string[] {
  const ids = Object.entries(named).flatMap(([name, value]) => (isId(name, value) ? [value] : []));
  const made = answer === undefined ? undefined : MADE.exec(Buffer.from(answer.subarray(0, 160)).toString('latin1'))?.[1];
  return [...new Set(made === undefined ? ids : [...ids, made])].slice(0, MAX_THINGS);
}
