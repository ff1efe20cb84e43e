import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spaceDirectory } from '@space/contracts/platform';
import { callAs } from '@space/runtime/testing';
import { type Api, startApi } from './fixtures/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

async function newSpace() {
  const space = await api.newSpace();
  const { api_key: token } = await api.newKey(space, { scopes: ['pages:read', 'pages:write'] });
  const actor = { kind: 'person', id: 'visitor', name: 'Visitor' } as const;
  return {
    read: () => api.send('GET', '/v1/look', { token }),
    change: (body: object, dry = '', headers = {}) => api.send('PATCH', `/v1/look${dry}`, { token, body, headers }),
    directory: () => callAs(api.ports, { space_id: space, key_id: '', actor })(spaceDirectory, 'look', {}),
  };
}

const defaults = { name: null, logo: null, accent: null, typeface: 'sans', locale: null, week_start: null, clock: null };

test('a Space has the default look with its own name until it changes it', async () => {
  const space = await newSpace();
  const { status, body } = await space.read();
  expect([status, body]).toEqual([
    200,
    {
      updated_at: null,
      ...defaults,
      shown_name: 'Acme',
      colors: {
        light: { accent: '#1d4ed8', on_accent: '#ffffff', contrast: expect.any(Number) },
        dark: { accent: '#93c5fd', on_accent: '#0c0a09', contrast: expect.any(Number) },
      },
    },
  ]);
  expect(await space.directory()).toEqual({ ...defaults, name: 'Acme' });
});

test('a change sets the given fields only, null restores a default, and other services read the look', async () => {
  const space = await newSpace();
  const look = { name: 'Engines', logo: 'https://cdn.example.com/a.png', accent: '#ffcc00', typeface: 'serif', locale: 'de-AT' };
  const first = await space.change(look);
  expect([first.status, first.body]).toMatchObject([200, { ...look, shown_name: 'Engines', updated_at: expect.any(String) }]);
  // Yellow is too pale for a light ground, so that pages darken it there.
  expect(first.body.colors.light.accent).not.toBe('#ffcc00');
  expect(first.body.colors.light.contrast).toBeGreaterThanOrEqual(4.5);
  expect(first.body.colors.dark.accent).toBe('#ffcc00');
  const second = await space.change({ name: null, week_start: 'sunday', clock: '12h', accent: '#ffcc00' });
  expect(second.body.before).toEqual({ name: 'Engines', week_start: null, clock: null });
  const { updated_at: _, shown_name, colors: __, ...stored } = (await space.read()).body;
  expect([shown_name, stored]).toEqual(['Acme', { ...look, name: null, week_start: 'sunday', clock: '12h' }]);
  expect(await space.directory()).toEqual({ ...stored, name: 'Acme' });
});

test('a change with the ETag of another version is refused, also before the first change', async () => {
  const space = await newSpace();
  const etagOf = ({ headers }: Awaited<ReturnType<typeof space.read>>) => headers.get('etag')!;
  const first = etagOf(await space.read());
  const changed = await space.change({ name: 'Engines' }, '', { 'if-match': first });
  expect([changed.status, etagOf(changed)]).toEqual([200, etagOf(await space.read())]);
  expect((await space.change({ name: 'Looms' }, '', { 'if-match': first })).status).toBe(412);
  expect((await space.read()).body.name).toBe('Engines');
});

test('a dry run changes nothing', async () => {
  const space = await newSpace();
  expect((await space.change({ name: 'Other' }, '?dry_run=true')).status).toBe(200);
  expect((await space.read()).body.shown_name).toBe('Acme');
});

test.each([
  ['logo', 'http://cdn.example.com/a.png'],
  ['logo', 'https://user:secret@cdn.example.com/a.png'],
  ['logo', 'https://a;script-src.example.com/a.png'],
  ['logo', 'https://a,b.example.com/a.png'],
  ['logo', 'data:text/html;base64,PHNjcmlwdD4='],
  ['logo', 'data:image/png;base64,"><script>'],
  ['logo', `data:image/png;base64,${'A'.repeat(44_000)}`],
  ['accent', 'red'],
  ['accent', '#fff'],
  ['typeface', 'Comic Sans'],
  ['locale', 'it'],
  ['locale', 'de_DE'],
  ['week_start', 'friday'],
  ['clock', '12'],
  ['name', ''],
])('a wrong %s (%s) is refused and names the field', async (field, value) => {
  const space = await newSpace();
  const { status, body } = await space.change({ [field]: value });
  expect([status, body.errors?.[0]?.path]).toEqual([400, field]);
});

test('an image in a data URL is accepted as logo', async () => {
  const space = await newSpace();
  const logo = `data:image/png;base64,${Buffer.from('a picture').toString('base64')}`;
  expect((await space.change({ logo })).body.logo).toBe(logo);
});
