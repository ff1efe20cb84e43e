/** Returns the first names of the merge tags that read the payload of a run, each once. */
export const payloadNames = (actions: unknown): readonly string[] => [
  ...new Set([...JSON.stringify(actions).matchAll(/\{\{\s*payload\.([^.{}\s]+)/g)].map((match) => match[1]!)),
];

/** Returns the payload of typed texts. A text that is JSON of a number, a list or an object has that value; an empty one is left out. */
export const payloadOf = (texts: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(texts).flatMap(([name, text]) => (name === '' || text === '' ? [] : [[name, valueOfText(text)]])));

function valueOfText(text: string): unknown {
  if (!/^[[{]|^-?\d+(\.\d+)?$|^(true|false)$/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
