import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { closeServer } from '@space/runtime';

/** A reverse proxy that adds headers to every request. */
export interface HeaderProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a proxy for a client that cannot set headers. The headers of the client, also Origin, are forwarded unchanged. */
export async function headerProxy(target: string, headers: Readonly<Record<string, string>>): Promise<HeaderProxy> {
  const { hostname, port, host } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const forwarded = httpRequest(
      { hostname, port, path: incoming.url, method: incoming.method, headers: { ...incoming.headers, host, ...headers } },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        pipeline(response, outgoing).catch(() => outgoing.destroy());
      },
    );
    pipeline(incoming, forwarded).catch(() => outgoing.destroy());
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
