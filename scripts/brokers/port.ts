import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Ports are drawn from below the range that systems use for outgoing connections. In that range a client that keeps
 * trying to reach a killed broker can get the broker's own port and connect to itself, and the broker never comes back.
 */
const FIRST_PORT = 20_000;
const END_PORT = 30_000;
const HOST = '127.0.0.1';

/** A port on the loopback address where nothing listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, END_PORT);
    if (await portIsFree(port)) return port;
  }
}

/** Whether one could listen on this port of the loopback address. */
export async function portIsFree(port: number): Promise<boolean> {
  const server = createServer();
  const listening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host: HOST, exclusive: true }, () => resolve(true));
  });
  if (listening) await new Promise((closed) => server.close(closed));
  return listening;
}
