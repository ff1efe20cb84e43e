import { connect } from 'node:net';
import { profile } from './profile.ts';

/** A response as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const TIMEOUT_MS = 10_000;

/** Sends bytes to the API on a new connection, and reads every response until the server closes it. */
export async function sendBytes(bytes: string | Uint8Array): Promise<RawAnswer[]> {
  const { hostname, port } = new URL(profile.base_url);
  const chunks: Buffer[] = [];
  const socket = connect({ host: hostname, port: Number(port) });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.setTimeout(TIMEOUT_MS, () =>
    socket.destroy(new Error(`The server neither answered nor closed the connection for ${TIMEOUT_MS} ms.`)),
  );
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A server that rejects a request early may reset the connection; the response before that counts.
  socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve() : reject(error)));
  socket.on('close', () => resolve());
  socket.write(bytes);
  await promise;
  return answersIn(Buffer.concat(chunks));
}

/** Sends one request with these lines, a Host and `Connection: close`, and returns its response. */
export async function sendLines(lines: readonly string[], body: string | Uint8Array = ''): Promise<RawAnswer> {
  const [first, ...headers] = lines;
  const head = [first, `Host: ${new URL(profile.base_url).host}`, 'Connection: close', ...headers, '', ''].join('\r\n');
  const [answer] = await sendBytes(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body as string)]));
  if (!answer) throw new Error('The server closed the connection without an answer.');
  return answer;
}

function answersIn(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const end = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const length = Number(headers['content-length'] ?? 0);
    answers.push({ status: Number(statusLine.split(' ')[1]), headers, body: rest.subarray(end + 4, end + 4 + length).toString() });
    rest = rest.subarray(end + 4 + length);
  }
  return answers;
}
