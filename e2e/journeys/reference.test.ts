import { expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { ProblemBody, problems } from '@space/contracts/core';
import { uploadDoor } from '@space/contracts/uploads';
import { type Content, openApi, resolveRef } from '../openapi-conformance.ts';
import { profile } from '../profile.ts';
import { operations } from '../surface/operations.ts';

const origin = new URL(profile.base_url).origin;

test('the OpenAPI document is valid 3.1 and served without a key', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate((await (await fetch(`${profile.base_url}/openapi.json`)).json()) as never);
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  expect(validator.version).toBe('3.1');
});

test('the OpenAPI document contains exactly the operations of the catalog and the address of uploads', async () => {
  const { paths } = await openApi();
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
  );
  const named = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}');
  const door = uploadDoor.methods.map((method) => `upload_bytes.${method.toLowerCase()} ${method} ${named(uploadDoor.path)}`);
  expect(described.sort()).toEqual([...operations.map(({ id, route }) => `${id} ${route.method} ${named(route.path)}`), ...door].sort());
});

test('the OpenAPI document does not mention the settings', async () => {
  expect(JSON.stringify(await openApi())).not.toMatch(/operator|create_space|revoke_key/);
});

/** Returns the declaration of an operation in the document. */
async function declared(id: string) {
  const document = await openApi();
  const one = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === id)!;
  const content = (status: string): Content => resolveRef(document, one.responses[status]!).content ?? {};
  return { document, one, content };
}

test.each(operations)('the example request of $id matches its input schema', async ({ id, operation }) => {
  const { document, one } = await declared(id);
  const parameters = (one.parameters ?? [])
    .map((parameter) => resolveRef(document, parameter))
    .filter((parameter) => parameter.in !== 'header' && parameter.example !== undefined);
  const body = one.requestBody && resolveRef(document, one.requestBody).content['application/json']!.example;
  const example = {
    ...Object.fromEntries(
      parameters.map(({ name, schema, example: value }) => [
        name,
        Object.hasOwn(schema ?? {}, 'contentSchema') ? JSON.parse(String(value)) : value,
      ]),
    ),
    ...(body as object | undefined),
  };
  expect(operation.input.safeParse(example)).toMatchObject({ success: true });
});

test.each(operations.filter(({ operation }) => !operation.content))(
  'the example response of $id matches its output schema',
  async ({ id, operation, route }) => {
    const { content } = await declared(id);
    const { example } = content(String(route.status))['application/json']!;
    expect(operation.output.parse(example)).toEqual(example);
  },
);

test.each(operations)('each error of $id has an example with a known code', async ({ id, operation }) => {
  const { one, content } = await declared(id);
  const statuses = Object.keys(one.responses).filter((status) => Number(status) >= 400);
  expect(statuses).toEqual(expect.arrayContaining(['400', '401', ...(operation.any_key ? [] : ['403']), '429', '500', '503', '504']));
  for (const status of statuses) {
    const examples = Object.entries(content(status)['application/problem+json']!.examples!);
    expect(examples.length).toBeGreaterThan(0);
    for (const [code, { value }] of examples)
      expect(ProblemBody.parse(value)).toMatchObject({
        code,
        status: Number(status),
        title: problems[code as keyof typeof problems].title,
      });
  }
});

/** Every address that a page loads or links to. */
const addressesIn = (html: string): string[] =>
  [...html.matchAll(/(?:src|href|action)\s*=\s*["']([^"']*)["']|url\(["']?([^"')]+)/gi)].map((match) => match[1] ?? match[2]!);

test('the reference page loads nothing from another host', async () => {
  const page = await fetch(`${origin}/docs`);
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
  const addresses = addressesIn(html);
  expect(addresses.length).toBeGreaterThan(2);
  for (const address of addresses) {
    const url = new URL(address, `${origin}/docs`);
    expect(url.origin).toBe(origin);
    const asset = await fetch(url);
    expect({ address, status: asset.status }).toEqual({ address, status: 200 });
    expect(asset.headers.get('content-type')).toMatch(/^(text\/(html|css|javascript)|image\/png)/);
    expect(asset.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await asset.arrayBuffer()).byteLength).toBeGreaterThan(0);
  }
});

test('the reference page has no inline script, and its policy forbids them', async () => {
  const html = await (await fetch(`${origin}/docs`)).text();
  expect(html).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|\son\w+=|javascript:/i);
});

test('the type of an error is the URL of a page that explains its code', async () => {
  const { type } = ProblemBody.parse(await (await fetch(`${profile.base_url}/contacts`)).json());
  const { pathname, hash } = new URL(type);
  const html = await (await fetch(origin + pathname)).text();
  expect(html).toContain(`id="${hash.slice(1)}"`);
  for (const code of Object.keys(problems)) expect(html).toContain(`id="${code}"`);
});

test('the root of the API lists its addresses', async () => {
  const response = await fetch(`${origin}/`, { headers: { accept: 'application/json' } });
  const { rest, mcp, docs, openapi } = (await response.json()) as Record<string, string>;
  for (const [url, status] of [
    [`${rest}/contacts`, 401],
    [mcp, 405],
    [docs, 200],
    [openapi, 200],
  ] as const)
    expect((await fetch(new URL(new URL(url!).pathname, origin))).status).toBe(status);
});

test('the public origin has no API, sets no cookie and loads nothing from another host', async () => {
  for (const path of ['/', '/v1/contacts', '/v1/mcp', '/docs', '/operator/spaces']) {
    const response = await fetch(profile.public_url + path);
    expect(response.status).toBe(404);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    for (const address of addressesIn(await response.text()).filter((one) => !one.startsWith('data:')))
      expect(new URL(address, profile.public_url).origin).toBe(new URL(profile.public_url).origin);
  }
});
