import type { Scope } from '@space/contracts/core';
import { startServices, type TestOptions, type TestPorts, testPorts } from '@space/runtime/testing';
import { gatewayAddresses, gatewayService } from '../src/index.ts';
import { type StubContacts, stubContacts } from './stub-contacts.ts';

/** The token that opens the settings in these tests. */
export const OPERATOR_TOKEN = 'an-operator-token-for-tests';

/** What a request carries beside its path. */
export interface Sent {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as it is when it is text. */
  readonly body?: unknown;
}

/** An answer, read whole; `body` is its JSON when it has any. */
export interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the tests find out
  readonly body: any;
}

/** A gateway with a service behind it. */
export interface Api {
  readonly ports: TestPorts;
  readonly contacts: StubContacts;
  readonly url: string;
  readonly publicUrl: string;
  send(method: string, path: string, sent?: Sent): Promise<Got>;
  newSpace(): Promise<string>;
  newKey(
    space: string,
    options?: { readonly scopes?: readonly Scope[]; readonly [field: string]: unknown },
  ): Promise<{ id: string; api_key: string }>;
  stop(): Promise<void>;
}

/** Starts a gateway on free ports. */
export async function startApi({ environment, ...options }: TestOptions = {}): Promise<Api> {
  const ports = await testPorts({
    ...options,
    environment: { SPACE_OPERATOR_TOKEN: OPERATOR_TOKEN, SPACE_RATE_LIMIT: '0', ...environment },
  });
  const contacts = stubContacts();
  const { stop } = await startServices([gatewayService, contacts.service], ports);
  const { api, public: publicPort } = gatewayAddresses();
  const url = `http://127.0.0.1:${api}`;
  const send: Api['send'] = (method, path, sent) => request(`${url}${path}`, method, sent);
  const operate = async (path: string, body: unknown) => (await send('POST', `/v1/operator${path}`, { token: OPERATOR_TOKEN, body })).body;
  return {
    ports,
    contacts,
    url,
    publicUrl: `http://127.0.0.1:${publicPort}`,
    send,
    newSpace: async () => (await operate('/spaces', { name: 'Acme' })).id,
    newKey: async (space, options) => {
      const { key, api_key } = await operate(`/spaces/${space}/keys`, { scopes: ['contacts:read', 'contacts:write'], ...options });
      return { id: key.id, api_key };
    },
    stop,
  };
}

/** Sends one request and reads the answer. */
export async function request(url: string, method: string, { token, headers = {}, body }: Sent = {}): Promise<Got> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: /json/.test(response.headers.get('content-type') ?? '') && text ? JSON.parse(text) : undefined,
  };
}
