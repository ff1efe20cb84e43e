/** Puts `[secret NAME]` in the place of each secret in a text, or in its first `characters`: also of one that begins there and ends later. */
export interface Redact {
  (text: string, characters?: number): string;
  /** Characters of the longest form of a secret, if each of them is an escape. */
  readonly longest: number;
}

/** Characters of a form that is redacted, at least: shorter ones occur by chance. */
const MIN_FORM_CHARACTERS = 6;

/** Times that escapes of JSON are decoded in a text: JSON may stand in a string of JSON, and that in another one. */
const JSON_LAYERS = 3;

/** Characters of the longest escape in the last layer: a backslash is doubled in each one. */
const ESCAPE_CHARACTERS = 2 ** (JSON_LAYERS - 1) + 'u0026'.length;

/**
 * Returns a function that redacts these values from a text, in the forms in which receivers repeat them: as they are, in URLs, in HTML, in
 * hexadecimal, and in base64, also as a part of a longer text. Each of these is also found with any of its characters as an escape of JSON,
 * such as `\u0026`, and within JSON in a string of JSON. A receiver that changes a value in another way is not stopped: the hosts of a
 * secret are its protection, this is a net below them.
 */
export function createRedact(secrets: ReadonlyMap<string, string>): Redact {
  const names = new Map<string, string>();
  for (const [name, value] of secrets) for (const form of formsOf(value)) if (!names.has(form)) names.set(form, name);
  // The longest form first: a form may begin with another one.
  const forms = [...names.keys()].sort((a, b) => b.length - a.length);
  const pattern = forms.length === 0 ? undefined : new RegExp(forms.map((form) => RegExp.escape(form)).join('|'), 'g');

  function redact(text: string, characters = text.length): string {
    let redacted = '';
    let end = 0;
    for (const found of pattern ? findIn(text, characters, pattern) : []) {
      if (found.start >= end) redacted += `${text.slice(end, found.start)}[secret ${names.get(found.form)!}]`;
      end = Math.max(end, found.end);
    }
    return end < characters ? redacted + text.slice(end, characters) : redacted;
  }
  return Object.assign(redact, { longest: (forms[0]?.length ?? 0) * ESCAPE_CHARACTERS });
}

/** A form of a secret in a text, and its place there. */
interface FoundForm {
  readonly form: string;
  readonly start: number;
  readonly end: number;
}

/** Finds the forms that begin in the first characters of a text, in order; the longest first of those that begin at one place. */
function findIn(text: string, characters: number, pattern: RegExp): FoundForm[] {
  const found: FoundForm[] = [];
  let layer: Layer | undefined = { text, placeOf: (at) => at };
  for (let decoded = 0; layer && decoded <= JSON_LAYERS; decoded += 1) {
    for (const { 0: form, index } of layer.text.matchAll(pattern)) {
      const start = layer.placeOf(index);
      if (start >= characters) break;
      found.push({ form, start, end: layer.placeOf(index + form.length) });
    }
    layer = withoutEscapes(layer);
  }
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** A text without some of its escapes. */
interface Layer {
  readonly text: string;
  /** Returns the place of a character, or of the end, in the text with all escapes. */
  readonly placeOf: (at: number) => number;
}

const jsonEscape = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;
const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Decodes each escape of JSON once; undefined if there is none. */
function withoutEscapes({ text, placeOf }: Layer): Layer | undefined {
  if (!text.includes('\\')) return undefined;
  const places: number[] = [];
  let decoded = '';
  let end = 0;
  function copyUntil(index: number): void {
    decoded += text.slice(end, index);
    for (; end < index; end += 1) places.push(placeOf(end));
  }
  for (const { 0: written, 1: code, 2: letter, index } of text.matchAll(jsonEscape)) {
    copyUntil(index);
    places.push(placeOf(index));
    decoded += code === undefined ? (controls[letter!] ?? letter) : String.fromCharCode(Number.parseInt(code, 16));
    end = index + written.length;
  }
  if (end === 0) return undefined;
  copyUntil(text.length);
  places.push(placeOf(text.length));
  return { text: decoded, placeOf: (at) => places[at]! };
}

function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const url = encodeURIComponent(value);
  const hex = bytes.toString('hex');
  const forms = [
    value,
    url,
    url.replaceAll('%20', '+'),
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    html(value, '&#39;'),
    html(value, '&#x27;'),
    hex,
    hex.toUpperCase(),
    ...[0, 1, 2].flatMap((offset) => [base64Within(bytes, offset, 'base64'), base64Within(bytes, offset, 'base64url')]),
  ];
  return [...new Set(forms)].filter((form) => form.length >= MIN_FORM_CHARACTERS);
}

const html = (value: string, apostrophe: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", apostrophe);

/** Returns the characters of a base64 text that depend on these bytes alone, if `offset` bytes stand before them. */
function base64Within(bytes: Buffer, offset: number, encoding: 'base64' | 'base64url'): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString(encoding)
    .replace(/=+$/, '');
  const first = Math.ceil((offset * 8) / 6);
  const whole = Math.floor(((offset + bytes.length) * 8) / 6);
  return text.slice(first, whole);
}
