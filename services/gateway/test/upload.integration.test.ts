import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Call, createEndpoint } from '@space/bus';
import { subjectOf } from '@space/contracts/core';
import { rows } from '@space/contracts/tables';
import { type Api, startApi } from './fixtures/api.ts';

type Import = (typeof rows)['operations']['import'];

let api: Api;
let token: string;
let calls: Call<Import>['input'][] = [];
beforeAll(async () => {
  api = await startApi();
  ({ api_key: token } = await api.newKey(await api.newSpace(), { scopes: ['tables:write', 'contacts:write'] }));
  const handler = async ({ input }: Call<Import>) => {
    calls.push(input);
    return { created: 1, failed: 0, errors: [], ignored_columns: [], snapshot_id: null };
  };
  await api.ports.bus.serve('tables', [
    { subject: subjectOf(rows.name, 'import'), answer: createEndpoint('rows.import', rows.operations.import, handler) as never },
  ]);
});
afterAll(() => api.stop());
beforeEach(() => {
  calls = [];
});

async function send(body: RequestInit['body'], type: string, query = '') {
  const response = await fetch(`${api.url}/v1/tables/tbl_1/import${query}`, {
    method: 'POST',
    body: body ?? null,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
  });
  return { status: response.status, body: await response.json() };
}

const csv = 'name,amount\r\n"Ä ""x""",5\r\n';

test.each(['text/csv', 'Text/CSV; charset=utf-8', 'text/csv; header=present; charset="UTF-8"'])(
  'a body with Content-Type: %s is the CSV, with its options in the query',
  async (type) => {
    const columns = encodeURIComponent('{"amount":"sum"}');
    expect(await send(csv, type, `?mode=per_line&create_options=true&date_order=day_first&columns=${columns}`)).toMatchObject({
      status: 200,
      body: { created: 1 },
    });
    expect(calls).toEqual([
      { table_id: 'tbl_1', csv, mode: 'per_line', create_options: true, date_order: 'day_first', columns: { amount: 'sum' } },
    ]);
  },
);

test('a JSON body with the CSV is the same call', async () => {
  await send(csv, 'text/csv');
  await send(JSON.stringify({ csv }), 'application/json');
  expect(calls).toHaveLength(2);
  expect(calls[0]).toEqual(calls[1]);
});

test('a CSV body is refused without text, in another encoding, with an unknown or wrong option, or for another operation', async () => {
  expect(await send('', 'text/csv')).toMatchObject({ status: 400, body: { errors: [{ path: 'csv', message: 'is required' }] } });
  expect(await send(new Uint8Array([0x6e, 0xe4, 0x0a]), 'text/csv')).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'csv', code: 'invalid_encoding' }] },
  });
  expect(await send(csv, 'text/csv; charset=iso-8859-1')).toMatchObject({
    status: 415,
    body: { detail: expect.stringContaining('JSON or text/csv in UTF-8') },
  });
  expect(await send(csv, 'text/csv', '?delimiter=;&mode=some')).toMatchObject({ status: 400 });
  expect(calls).toEqual([]);
  const other = await api.send('POST', '/v1/contacts', { token, body: csv, headers: { 'content-type': 'text/csv' } });
  expect(other.status).toBe(415);
});

test('the OpenAPI document has the CSV body and its query parameters', async () => {
  const { body } = await api.send('GET', '/v1/openapi.json');
  const { parameters, requestBody } = body.paths['/tables/{table_id}/import'].post;
  expect(Object.keys(requestBody.content)).toEqual(['application/json', 'text/csv']);
  const inQuery = parameters.filter((one: { in?: string }) => one.in === 'query').map(({ name }: { name: string }) => name);
  expect(inQuery).toEqual(['mode', 'columns', 'create_options', 'date_order']);
});
