import { expect, test } from '@jest/globals';
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { UnauthorizedError as Unauthorized1 } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { approveClient, connectOauthClient, eventually, TEST_REDIRECT_URI } from '@space/runtime/testing';
import { oauthOrigin } from '../oauth-origin.ts';
import { operator, profile } from '../profile.ts';
import { newSpace } from '../space.ts';

/** Returns the storage of a client of the SDK, and the person at its browser. */
function newProvider(approve: (url: URL) => Promise<URL>) {
  const stored: Record<string, unknown> = {};
  let callback: URL | undefined;
  const provider = {
    redirectUrl: TEST_REDIRECT_URI,
    clientMetadata: { client_name: 'Claude', redirect_uris: [TEST_REDIRECT_URI], token_endpoint_auth_method: 'none' },
    state: () => 'state-of-the-client',
    clientInformation: () => stored.client,
    saveClientInformation(client: unknown) {
      stored.client = client;
    },
    tokens: () => stored.tokens,
    saveTokens(tokens: unknown) {
      stored.tokens = tokens;
    },
    saveCodeVerifier(verifier: unknown) {
      stored.verifier = verifier;
    },
    codeVerifier: () => stored.verifier,
    saveDiscoveryState(state: unknown) {
      stored.discovery = state;
    },
    discoveryState: () => stored.discovery,
    async redirectToAuthorization(url: URL) {
      callback = await approve(url);
    },
  };
  return { provider: provider as unknown as OAuthClientProvider, stored, callback: () => callback!.searchParams };
}

const me = { name: 'e2e', version: '1.0.0' };
const ada = { name: 'Ada Lovelace', email: 'ada@example.com' };

/** The clients of both SDKs, which find everything by the 401 of the endpoint, as Claude and ChatGPT do. */
const clients = [
  [
    '1.x',
    async (url: URL, { provider, callback }: ReturnType<typeof newProvider>) => {
      const first = new Transport1(url, { authProvider: provider as never });
      await expect(new Client1(me).connect(first as never)).rejects.toThrow(Unauthorized1);
      await first.finishAuth(callback().get('code')!);
      const client = new Client1(me);
      await client.connect(new Transport1(url, { authProvider: provider as never }) as never);
      return client;
    },
  ],
  [
    '2.x',
    async (url: URL, { provider, callback }: ReturnType<typeof newProvider>) => {
      const first = new StreamableHTTPClientTransport(url, { authProvider: provider });
      await expect(new Client(me).connect(first)).rejects.toThrow(UnauthorizedError);
      await first.finishAuth(callback());
      const client = new Client(me, { versionNegotiation: { mode: 'auto' } });
      await client.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }));
      return client;
    },
  ],
] as const;

test.each(clients)(
  'a client of the SDK %s connects by OAuth, calls tools, refreshes its token and is revoked',
  async (_version, connect) => {
    const { api_key, space_id, key_id, client: rest } = await newSpace();
    const person = newProvider((url) => approveClient(url, api_key, (scope) => scope.startsWith('contacts:')));
    const client = await connect(new URL(`${await oauthOrigin()}/v1/mcp/connect`), person);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['search_tools', 'call_tool', 'contacts']),
    );
    const created = await client.callTool({ name: 'create_contact', arguments: ada });
    expect(created.structuredContent).toMatchObject(ada);
    expect((await rest.contacts.list()).data).toMatchObject([ada]);
    const refused = await client.callTool({ name: 'list_tables', arguments: {} });
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('tables:read') }] });

    // The SDK refreshes when the endpoint refuses its access token.
    const before = person.stored.tokens as { access_token: string; refresh_token: string };
    person.stored.tokens = {
      ...before,
      access_token: `${before.access_token.slice(0, -1)}${before.access_token.endsWith('a') ? 'b' : 'a'}`,
    };
    expect((await client.callTool({ name: 'list_contacts', arguments: {} })).structuredContent).toMatchObject({ data: [ada] });
    expect(person.stored.tokens).not.toMatchObject({ refresh_token: before.refresh_token });

    const { data } = await operator.settings.list_grants({ space_id, key_id });
    expect(data).toMatchObject([{ client_name: 'Claude', scopes: ['contacts:read', 'contacts:write', 'contacts:run'], revoked_at: null }]);
    await operator.settings.revoke_grant({ space_id, id: data[0]!.id });
    const { access_token } = person.stored.tokens as { access_token: string };
    await eventually(async () => expect(await statusOf(access_token)).toBe(401));
    await client.close();
  },
);

const statusOf = async (token: string, origin?: string): Promise<number> => {
  const response = await fetch(new URL('/v1/mcp/connect', origin ?? (await oauthOrigin())), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  return response.status;
};

test('every gateway takes a token, and refuses it when the key is revoked', async () => {
  const { api_key, key_id } = await newSpace();
  const { tokens } = await connectOauthClient(await oauthOrigin(), api_key);
  for (const url of profile.gateway_urls) expect(await statusOf(tokens.access_token, url)).toBe(200);
  await operator.settings.revoke_key({ id: key_id });
  for (const url of profile.gateway_urls)
    await eventually(async () => expect(await statusOf(tokens.access_token, url)).toBe(401), { timeout: 2_000 });
});
