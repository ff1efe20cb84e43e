/** The request of an attempt. */
export interface AttemptRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Headers that curl makes itself. */
const OWN = new Set(['content-length', 'host', 'connection', 'accept-encoding']);

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns a curl command that repeats the request of an attempt byte by byte. */
export function attemptCurl(url: string, { headers, body }: AttemptRequest): string {
  const lines = Object.entries(headers)
    .filter(([name]) => !OWN.has(name.toLowerCase()))
    .map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`);
  return [`curl -X POST ${quoted(url)}`, ...lines, `  --data-binary ${quoted(body)}`].join(' \\\n');
}
