import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the stand-in and stripe-mock answered it. */
export interface ComparedRequest {
  /** The path with `:id` in place of ids, such as `/v1/invoices/:id`. */
  readonly route: string;
  readonly query: string;
  readonly statuses: { readonly standIn: number; readonly mock: number };
  /** The message of the mock, if it refused the request. */
  readonly refusal: string | null;
  /** The fields that only the answer of the stand-in has. */
  readonly unknownFields: readonly string[];
}

/** Starts a proxy that sends each GET to the stand-in and to the mock, answers as the stand-in does, and records both answers. */
export async function startComparingProxy(standIn: string, mock: string) {
  const compared: ComparedRequest[] = [];
  const server = createServer((request, response) => {
    compare(request, response).catch(function recordFailure(error: unknown) {
      const url = new URL(request.url ?? '/', standIn);
      const refusal = `The answers cannot be compared: ${error instanceof Error ? error.message : String(error)}`;
      compared.push({ route: url.pathname, query: url.search, statuses: { standIn: 0, mock: 0 }, refusal, unknownFields: [] });
      response.writeHead(502).end();
    });
  });

  async function compare(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const init = { method, headers: { authorization: headers.authorization ?? '' } };
    const [ours, theirs] = await Promise.all(
      [standIn, mock].map(async (address) => {
        const answer = await fetch(`${address}${url}`, init);
        return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
      }),
    );
    const { pathname, search } = new URL(url, standIn);
    compared.push({
      route: pathname.replaceAll(/\/[a-z]+_\w+(?=\/|$)/g, (part) => (LISTS.has(part) ? part : '/:id')),
      query: decodeURIComponent(search),
      statuses: { standIn: ours!.status, mock: theirs!.status },
      refusal: theirs!.status === 200 ? null : JSON.stringify(theirs!.json),
      unknownFields: ours!.status === 200 && theirs!.status === 200 ? [...new Set(fieldsOnlyIn(ours!.json, theirs!.json))] : [],
    });
    response.writeHead(ours!.status, { 'content-type': 'application/json' }).end(JSON.stringify(ours!.json));
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    compared,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** The names in paths that have the form of an id. */
const LISTS: ReadonlySet<string> = new Set(['/balance_transactions', '/invoice_payments', '/line_items', '/payment_intents']);

/** The ends of the paths of fields that the stand-in may have and the example of stripe-mock lacks. */
const ownFields = [
  // The stand-in gives them to each object.
  '.livemode',
  '.created',
  // The stand-in notes the payout of a balance transaction, since its list can be filtered by it.
  '.data[].payout',
  // Stripe declares them as optional, and the examples are of other variants.
  '.payment.payment_intent',
  '.pricing.price_details',
];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Yields the paths of fields that an answer has and another one lacks; entries of a list are compared with the first of the other. */
function* fieldsOnlyIn(value: unknown, other: unknown, path = ''): Generator<string> {
  if (Array.isArray(value)) {
    if (Array.isArray(other) && other.length > 0) for (const entry of value) yield* fieldsOnlyIn(entry, other[0], `${path}[]`);
    return;
  }
  // An object in place of an id, and a field that is null in the other answer, cannot be compared.
  if (!isObject(value) || !isObject(other)) return;
  // Neither can two different kinds of objects, such as the sources of two balance transactions.
  if (value.object !== undefined && other.object !== undefined && value.object !== other.object) return;
  for (const [name, field] of Object.entries(value))
    if (Object.hasOwn(other, name)) yield* fieldsOnlyIn(field, other[name], `${path}.${name}`);
    else if (!ownFields.some((own) => `${path}.${name}`.endsWith(own))) yield `${path}.${name}`;
}
