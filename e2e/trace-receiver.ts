import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a collector receives it. */
export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly trace_id: string;
  readonly span_id: string;
  readonly parent_id: string | undefined;
  readonly kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
}

/** A collector that stores traces in memory: OTLP over HTTP, in JSON. */
export interface TraceReceiver {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  /** Returns the received spans of one trace. */
  spansOf(traceId: string): ReceivedSpan[];
  close(): Promise<void>;
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly name: string;
        readonly kind: number;
      }[];
    }[];
  }[];
}

const kinds = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;

/** Starts the collector. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync<Buffer>(request)).toString();
    if (request.url === '/v1/traces') spans.push(...spansIn(JSON.parse(body) as Exported));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spansOf: (traceId) => spans.filter(({ trace_id }) => trace_id === traceId),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

const spansIn = ({ resourceSpans }: Exported): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    return scopeSpans.flatMap((scope) =>
      scope.spans.map(({ traceId, spanId, parentSpanId, name, kind }) => ({
        service,
        name,
        trace_id: traceId,
        span_id: spanId,
        parent_id: parentSpanId || undefined,
        kind: kinds[kind] ?? 'internal',
      })),
    );
  });

/** Returns the spans whose parent is neither the caller nor among them. */
export function orphansOf(spans: readonly ReceivedSpan[], caller: string): ReceivedSpan[] {
  const known = new Set([caller, ...spans.map(({ span_id }) => span_id)]);
  return spans.filter(({ parent_id }) => parent_id === undefined || !known.has(parent_id));
}
