import { createHash, randomBytes } from 'node:crypto';

/** A page of the consent, or a redirect, as a browser gets it. */
export interface ConsentAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The address of a redirect; null for a page. */
  readonly location: URL | null;
}

/** The form of a page: its address and its hidden fields. */
interface ConsentForm {
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
const unescaped = (text: string): string => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!);

async function send(url: URL | string, init: RequestInit = {}): Promise<ConsentAnswer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const location = response.headers.get('location');
  return {
    status: response.status,
    headers: response.headers,
    html: await response.text(),
    location: location === null ? null : new URL(location),
  };
}

/** Opens the address to which a client sends a person. */
export const openConsent = (url: URL | string): Promise<ConsentAnswer> => send(url);

/** Returns the form of a page. Throws for a page without one. */
function formOf(html: string): ConsentForm {
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1];
  if (action === undefined) throw new Error(`The page has no form: ${html}`);
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return { action: unescaped(action), fields: hidden.map(([, name, value]) => [unescaped(name!), unescaped(value!)] as const) };
}

/** Sends the form of a page with more fields, as a browser does from a page of `origin`. */
export function sendConsent(
  origin: string,
  page: ConsentAnswer,
  more: readonly (readonly [string, string])[],
  headers: Readonly<Record<string, string>> = { 'sec-fetch-site': 'same-origin' },
): Promise<ConsentAnswer> {
  const { action, fields } = formOf(page.html);
  const body = new URLSearchParams([...fields, ...more].map(([name, value]) => [name, value]));
  return send(new URL(action, origin), { method: 'POST', body, headers });
}

/** The scopes that a page offers. */
export const offeredScopes = (html: string): string[] => [...html.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope]) => scope!);

/** Types a key on the first page, and returns the second. */
export const typeKey = (origin: string, page: ConsentAnswer, key: string): Promise<ConsentAnswer> =>
  sendConsent(origin, page, [
    ['key', key],
    ['decision', 'approve'],
  ]);

/**
 * Gives a client access as a person does: opens its address, types a key, leaves the scopes ticked that `choose` returns true for,
 * and allows them. Returns the address to which the person returns.
 */
export async function approveClient(url: URL | string, key: string, choose: (scope: string) => boolean = () => true): Promise<URL> {
  const { origin } = new URL(url);
  const second = await typeKey(origin, await openConsent(url), key);
  const chosen = offeredScopes(second.html).filter(choose);
  const answer = await sendConsent(origin, second, [...chosen.map((scope) => ['scope', scope] as const), ['decision', 'approve']]);
  if (answer.location === null) throw new Error(`The consent page did not redirect: ${answer.html}`);
  return answer.location;
}

/** A client of OAuth that is registered, with the parameters of one authorization request. */
export interface TestOauthClient {
  readonly client_id: string;
  readonly verifier: string;
  /** The parameters of the authorization request. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Returns the address to which the client sends a person; `more` replaces parameters. */
  authorizationUrl(more?: Readonly<Record<string, string>>): URL;
  /** Sends a form to an endpoint of the authorization server. */
  post(endpoint: string, fields: Readonly<Record<string, string>>): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Exchanges a code for tokens; `more` replaces fields. */
  exchange(code: string, more?: Readonly<Record<string, string>>): ReturnType<TestOauthClient['post']>;
}

/** The redirect URI of a client in tests. */
export const TEST_REDIRECT_URI = 'https://client.example.com/callback';

/** Registers a client at the API of this address, or uses the given client id. */
export async function testOauthClient(baseUrl: string, given?: string): Promise<TestOauthClient> {
  const verifier = randomBytes(32).toString('base64url');
  const client_id = given ?? (await register(baseUrl));
  const parameters = {
    response_type: 'code',
    client_id,
    redirect_uri: TEST_REDIRECT_URI,
    state: 'a state & more',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${baseUrl}/v1/mcp/connect`,
  };
  const post: TestOauthClient['post'] = async (endpoint, fields) => {
    const response = await fetch(`${baseUrl}/v1/oauth/${endpoint}`, { method: 'POST', body: new URLSearchParams({ ...fields }) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return {
    client_id,
    verifier,
    parameters,
    authorizationUrl: (more = {}) => new URL(`${baseUrl}/v1/oauth/authorize?${new URLSearchParams({ ...parameters, ...more })}`),
    post,
    exchange: (code, more = {}) =>
      post('token', {
        grant_type: 'authorization_code',
        code,
        client_id,
        redirect_uri: TEST_REDIRECT_URI,
        code_verifier: verifier,
        ...more,
      }),
  };
}

async function register(baseUrl: string): Promise<string> {
  const response = await fetch(`${baseUrl}/v1/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Claude', redirect_uris: [TEST_REDIRECT_URI], token_endpoint_auth_method: 'none' }),
  });
  const { client_id } = (await response.json()) as { client_id: string };
  return client_id;
}

/** The tokens of a connection. */
export interface TestTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
}

/** Connects a new client with a key, within the scopes that `choose` returns true for, and returns it with its tokens. */
export async function connectOauthClient(
  baseUrl: string,
  key: string,
  choose?: (scope: string) => boolean,
): Promise<{ readonly client: TestOauthClient; readonly tokens: TestTokens; readonly code: string }> {
  const client = await testOauthClient(baseUrl);
  const code = (await approveClient(client.authorizationUrl(), key, choose)).searchParams.get('code')!;
  const { status, body } = await client.exchange(code);
  if (status !== 200) throw new Error(`The code was not exchanged: ${JSON.stringify(body)}`);
  return { client, tokens: body as unknown as TestTokens, code };
}
