import { connect } from 'node:net';
import type { Endpoint } from './endpoint.ts';

const TIMEOUT_MS = 2_000;

/** ApiVersions, version 0, correlation id 1, no client id: every Kafka broker answers it without authentication. */
const API_VERSIONS = Buffer.from('0000000a' + '0012' + '0000' + '00000001' + 'ffff', 'hex');
/** Length, correlation id and error code. */
const API_VERSIONS_HEAD_BYTES = 10;

/** Returns true if a NATS server greets at this endpoint. */
export const natsAnswers = (endpoint: Endpoint): Promise<boolean> =>
  exchange(endpoint, undefined, (received) => (received.includes('\r\n') ? received.subarray(0, 5).toString() === 'INFO ' : undefined));

/** Returns true if a Kafka broker accepts requests here, which it does after it has registered and recovered its log. */
export const kafkaAnswers = (endpoint: Endpoint): Promise<boolean> =>
  exchange(endpoint, API_VERSIONS, (received) =>
    received.length < API_VERSIONS_HEAD_BYTES ? undefined : received.readInt32BE(4) === 1 && received.readInt16BE(8) === 0,
  );

/** Connects, sends a request, and reads until `evaluate` returns a result. Timeouts and broken connections return false. */
function exchange(
  { host, port }: Endpoint,
  request: Buffer | undefined,
  evaluate: (received: Buffer) => boolean | undefined,
): Promise<boolean> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host, port });
    const timer = setTimeout(() => finish(false), TIMEOUT_MS);
    const finish = (answers: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answers);
    };
    socket.on('error', () => finish(false));
    socket.on('close', () => finish(false));
    socket.on('connect', () => request && socket.write(request));
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      const answers = evaluate(Buffer.concat(chunks));
      if (answers !== undefined) finish(answers);
    });
  });
}
