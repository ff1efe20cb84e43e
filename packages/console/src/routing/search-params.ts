/** Converts a value to the text of a search parameter and back; a text that is not one gives undefined. */
export interface Codec<T> {
  readonly parse: (text: string) => T | undefined;
  readonly format: (value: T) => string;
}

/** A text that is not empty. */
export const text: Codec<string> = { parse: (value) => (value === '' ? undefined : value), format: (value) => value };

/** A whole number that is not negative. */
export const count: Codec<number> = {
  parse: (value) => (/^\d{1,15}$/.test(value) ? Number(value) : undefined),
  format: String,
};

/** True, as `1`; false is left out. */
export const flag: Codec<boolean> = { parse: (value) => (value === '1' ? true : undefined), format: () => '1' };

/** One of a list of words. */
export const oneOf = <const Word extends string>(words: readonly Word[]): Codec<Word> => ({
  parse: (value) => words.find((word) => word === value),
  format: (value) => value,
});

/** A list of words without commas. */
export const words: Codec<readonly string[]> = {
  parse: (value) => (value === '' ? undefined : value.split(',').filter((word) => word !== '')),
  format: (value) => value.join(','),
};

/** The values of the parameters of a screen; an absent or invalid one is undefined. */
export type ValuesOf<C> = { readonly [K in keyof C]: C[K] extends Codec<infer T> ? T | undefined : never };

/** Reads the parameters of a screen from a search text, with or without `?`. */
export function parseSearch<C extends object>(codecs: C, search: string): ValuesOf<C> {
  const params = new URLSearchParams(search);
  const values = Object.entries(codecs as Record<string, Codec<unknown>>).map(([name, codec]) => {
    const value = params.get(name);
    return [name, value === null ? undefined : codec.parse(value)];
  });
  return Object.fromEntries(values) as ValuesOf<C>;
}

/** Writes parameters of a screen into a search text, with `?` or empty; other parameters stay. */
export function formatSearch<C extends object>(codecs: C, values: Partial<ValuesOf<C>>, search = ''): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values as Record<string, unknown>)) {
    const codec = (codecs as Record<string, Codec<unknown>>)[name];
    if (value === undefined || value === false) params.delete(name);
    else if (codec) params.set(name, codec.format(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
