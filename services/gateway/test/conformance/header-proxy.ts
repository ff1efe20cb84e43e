import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { closeServer } from '@space/runtime';

/** A server on this machine that hands every request on with a few headers more. */
export interface HeaderProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Stands before an address for a client that cannot send headers of its own; what it does send, Origin too, goes on as it came. */
export async function headerProxy(target: string, headers: Readonly<Record<string, string>>): Promise<HeaderProxy> {
  const { hostname, port, host } = new URL(target);
  const server = createServer((asked, answer) => {
    const onward = httpRequest(
      { hostname, port, path: asked.url, method: asked.method, headers: { ...asked.headers, host, ...headers } },
      (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.headers);
        pipeline(answered, answer).catch(() => answer.destroy());
      },
    );
    pipeline(asked, onward).catch(() => answer.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = closeServer(server);
      server.closeAllConnections();
      await closed;
    },
  };
}
