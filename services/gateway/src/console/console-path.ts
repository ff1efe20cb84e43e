/** The path of a request to the REST API of the console: the Space, if it names one, and the path from `/v1` on. */
export interface ConsolePath {
  readonly space_id: string | undefined;
  readonly rest: string;
}

const IN_SPACE = /^\/spaces\/([^/?]{1,64})(\/v1(?:\/.*)?)$/s;

/** Returns the parts of a request target; undefined for one outside the REST API. */
export function parseConsolePath(url: string): ConsolePath | undefined {
  if (url.startsWith('/v1/')) return { space_id: undefined, rest: url };
  const match = IN_SPACE.exec(url);
  return match ? { space_id: decodeSegment(match[1]!), rest: match[2]! } : undefined;
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns a path of the console to go to after a sign-in, or `/` when the text is anything else, such as the address of another site:
 * an open redirect would let a link to the console end at a copy of it.
 */
export function localPath(text: string | undefined): string {
  if (text === undefined || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\')) return '/';
  const parsed = URL.parse(text, 'http://console.invalid');
  // `/.//evil.example` is normalized to `//evil.example`, which names a host.
  return parsed?.host === 'console.invalid' && !parsed.pathname.startsWith('//') ? parsed.pathname + parsed.search + parsed.hash : '/';
}
