import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { assetDirectory } from '@space/contracts/assets';
import { spaceDirectory } from '@space/contracts/platform';
import { newId } from '@space/database';
import { type Service, serving } from '@space/runtime';
import { callAs, emittedIn } from '@space/runtime/testing';
import { type Api, startApi } from './fixtures/api.ts';

/** A library with one asset in each Space, and one in the trash. */
const [LOGO, TRASHED] = [newId('ast'), newId('ast')];
const library: Service = {
  name: 'library',
  schema: 'gateway',
  emits: false,
  open: () => ({
    serves: [
      serving(assetDirectory, {
        find: async ({ input: { ids } }) => ({
          items: ids
            .filter((id) => id === LOGO || id === TRASHED)
            .map((id) => ({
              ...{ id, name: 'logo.png', size: 5, content_type: 'image/png', kind: 'image' as const, sha256: '0'.repeat(64) },
              ...{ is_public: false, is_trashed: id === TRASHED, url: null },
            })),
        }),
      }),
    ],
  }),
};

let api: Api;
beforeAll(async () => {
  api = await startApi({ services: [library] });
});
afterAll(() => api.stop());

async function newSpace() {
  const space = await api.newSpace();
  const { api_key: token } = await api.newKey(space, { scopes: ['pages:read', 'pages:write'] });
  const actor = { kind: 'person', id: 'visitor', name: 'Visitor' } as const;
  return {
    read: () => api.send('GET', '/v1/look', { token }),
    change: (body: object, dry = '', headers = {}) => api.send('PATCH', `/v1/look${dry}`, { token, body, headers }),
    events: async () => (await emittedIn(api.ports.database, 'gateway', space)).filter(({ type }) => type === 'look_updated'),
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

test.each([
  ['that does not exist', newId('ast'), /^there is no asset/],
  ['in the trash', TRASHED, /is in the trash; restore it first/],
])('a logo that is an asset %s is refused, and changes and emits nothing', async (_what, id, message) => {
  const space = await newSpace();
  const { status, body } = await space.change({ logo: `/a/${id}/logo.png`, name: 'Engines' });
  expect([status, body]).toMatchObject([
    422,
    { code: 'unresolved_reference', errors: [{ path: 'logo', code: 'unresolved_asset', message: expect.stringMatching(message) }] },
  ]);
  expect((await space.read()).body).toMatchObject({ logo: null, name: null });
  expect(await space.events()).toEqual([]);
});

test('a change of the look emits what changed and the asset that it shows, and a call that changes nothing emits nothing', async () => {
  const space = await newSpace();
  const logo = `/a/${LOGO}/logo.png`;
  await space.change({ logo, name: 'Engines' });
  await space.change({ logo, name: 'Engines' });
  await space.change({ logo: null });
  expect((await space.events()).map(({ data }) => data)).toMatchObject([
    { look_id: 'look', look: 'Engines', changed: ['name', 'logo'], asset_ids: [LOGO], published_asset_ids: [LOGO] },
    { look_id: 'look', look: 'Engines', changed: ['logo'], asset_ids: [], published_asset_ids: [] },
  ]);
});
