/** The address of a broker. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** Returns the endpoints of a list such as `nats://user:secret@one:4222,two` or `one:9092,[::1]:9092`, or undefined if an entry is invalid. */
export function readEndpoints(list: string, defaultPort: number): readonly Endpoint[] | undefined {
  const endpoints = list.split(',').map((entry) => readEndpoint(entry.trim(), defaultPort));
  return endpoints.every((endpoint) => endpoint !== undefined) ? endpoints : undefined;
}

/** Returns `host:port`, with brackets around an IPv6 address. */
export const formatEndpoint = ({ host, port }: Endpoint): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;

function readEndpoint(entry: string, defaultPort: number): Endpoint | undefined {
  const url = URL.parse(entry.includes('://') ? entry : `any://${entry}`);
  if (!url?.hostname) return undefined;
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port ? Number(url.port) : defaultPort };
}
