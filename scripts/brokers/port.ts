import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Ports are chosen below the ephemeral range. In that range a client that reconnects to a killed broker can get the
 * broker's own port and connect to itself, and the broker can never bind it again.
 */
const FIRST_PORT = 20_000;
const END_PORT = 30_000;
const HOST = '127.0.0.1';

/** Returns a port of the loopback address on which nothing listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, END_PORT);
    if (await portIsFree(port)) return port;
  }
}

/** Returns true if a process can listen on this port of the loopback address. */
export async function portIsFree(port: number): Promise<boolean> {
  const server = createServer();
  const listening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host: HOST, exclusive: true }, () => resolve(true));
  });
  if (listening) await new Promise((closed) => server.close(closed));
  return listening;
}
