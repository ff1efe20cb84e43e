import autocannon from 'autocannon';

/** The result of a load run. */
export interface Load {
  readonly per_second: number;
  readonly p50_ms: number;
  readonly p97_5_ms: number;
  readonly p99_ms: number;
  readonly not_2xx: number;
}

/** A request to repeat; `body` is called for each if it is a function. */
export interface LoadRequest {
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly body?: () => string;
}

const CONNECTIONS = 16;

/** Sends requests for some seconds over some connections (default 16), each after the previous response, or at a rate per second. */
export async function load(request: LoadRequest, seconds: number, connections = CONNECTIONS, rate?: number): Promise<Load> {
  const result = await autocannon({
    url: request.url,
    connections,
    duration: seconds,
    ...(rate === undefined ? {} : { overallRate: rate }),
    headers: { ...request.headers, ...(request.body ? { 'content-type': 'application/json' } : {}) },
    method: request.body ? 'POST' : 'GET',
    ...(request.body
      ? {
          setupClient: (client: { setBody(body: string): void; on(event: 'response', then: () => void): void }) => {
            client.setBody(request.body!());
            client.on('response', () => client.setBody(request.body!()));
          },
        }
      : {}),
  } as never);
  return {
    per_second: result.requests.average,
    p50_ms: result.latency.p50,
    p97_5_ms: result.latency.p97_5,
    p99_ms: result.latency.p99,
    not_2xx: result.non2xx + result.errors,
  };
}

/** Returns the median. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** Returns the value below which this share of the numbers lies. */
export const percentile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((one, other) => one - other)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? Number.NaN;
