import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { operatorCatalog, personCatalog, publicCatalog } from '@space/contracts/catalog';
import { routes } from '../../made/routes.ts';
import { entryRead, matchRead, readsBelow } from '../../routing/match-route.ts';
import { placeGroups } from '../../shell/navigation.ts';
import { acts, actsOf, homeOf, idOf, mayCall, relatedPaths } from './act.ts';
import { askedSchema, initialValues } from './act-form.ts';

const source = join(import.meta.dirname, '..', '..');

/** The folders of screens that have acts of their own, with the operations that each has as a button or a form. */
const designed: Readonly<Record<string, readonly string[]>> = {
  'screens/agents': ['agents.set_can_use', 'settings.create_agent', 'settings.delete_agent'],
  'screens/automations': [
    'automations.create',
    'automations.update',
    'automations.delete',
    'automations.run',
    'automations.rerun',
    'automations.cancel',
    'automations.try',
  ],
  'screens/contacts': [
    'contacts.create',
    'contacts.import',
    'contacts.export',
    'contacts.revert_bulk',
    'contacts.delete',
    'contacts.tag',
    'contacts.untag',
    'audiences.delete',
  ],
  'screens/deliveries': ['deliveries.resend', 'deliveries.resend_bulk'],
  'screens/keys': ['settings.create_key', 'settings.update_key', 'settings.roll_key', 'settings.revoke_key', 'settings.revoke_grant'],
  'screens/listeners': [
    'event_subscriptions.create',
    'event_subscriptions.update',
    'event_subscriptions.delete',
    'event_subscriptions.rotate_secret',
    'deliveries.test',
    'deliveries.recover',
  ],
  'screens/publishing': [
    'sites.create',
    'sites.update',
    'sites.delete',
    'pages.create',
    'pages.update',
    'pages.delete',
    'pages.publish',
    'page_versions.restore',
    'blog_collections.create',
    'blog_collections.update',
    'blog_collections.delete',
    'blog_posts.create',
    'blog_posts.update',
    'blog_posts.publish',
    'blog_posts.delete',
  ],
  'screens/social': [
    'social.create_planner',
    'social.update_planner',
    'social.delete_planner',
    'social.create_draft',
    'social.update_draft',
    'social.delete_draft',
    'social.publish',
    'social.cancel',
  ],
  'screens/files': [
    'assets.update',
    'assets.move_bulk',
    'assets.delete',
    'assets.delete_bulk',
    'assets.restore_bulk',
    'assets.restore_version',
    'assets.publish',
    'assets.create_link',
    'asset_uploads.create',
    'asset_uploads.cancel',
    'folders.create',
    'folders.update',
    'folders.delete',
    'folders.restore',
  ],
  'screens/contents': [
    'documents.create',
    'documents.update',
    'documents.delete',
    'documents.restore',
    'documents.revert',
    'document_versions.create',
    'document_versions.update',
    'whiteboards.create',
    'whiteboards.update',
    'whiteboards.delete',
    'whiteboards.restore',
    'whiteboards.revert',
    'whiteboard_versions.create',
    'whiteboard_versions.update',
  ],
  'screens/comments': [
    'document_comments.create',
    'document_comments.update',
    'document_comments.resolve',
    'document_comments.delete',
    'whiteboard_comments.create',
    'whiteboard_comments.update',
    'whiteboard_comments.resolve',
    'whiteboard_comments.delete',
  ],
  'screens/whiteboards': [
    'whiteboards.diagram',
    'whiteboards.arrange',
    'whiteboards.import',
    'whiteboard_share_links.create',
    'whiteboard_share_links.delete',
  ],
  'screens/documents': ['documents.publish', 'document_share_links.create', 'document_share_links.delete'],
  'screens/forms': [
    'forms.create',
    'forms.update',
    'forms.delete',
    'form_submissions.resend',
    'form_submissions.create_link',
    'form_submissions.delete',
    'form_files.download',
  ],
  'screens/tables': ['tables.create'],
  'screens/space': ['settings.update_space', 'settings.delete_space', 'settings.restore_space'],
  'api/members.ts': ['members.invite', 'members.update', 'members.remove', 'members.revoke_invitation'],
};

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !name.includes('.test.') && !name.startsWith('made'),
);
const textOf = (start: string): string =>
  files
    .filter((name) => name.startsWith(start))
    .map((name) => readFileSync(join(source, name), 'utf8'))
    .join('\n');
const sources = textOf('');

/** The reads with a screen of their own, such as `contacts.get`. */
const designedReads: ReadonlySet<string> = new Set([
  'settings.list_keys',
  'members.list',
  ...[...sources.matchAll(/^ {2}'([a-z_]+\.[a-z_]+)': (?:lazyScreen|\()/gm)].map(([, id]) => id!),
]);

/** The reads whose screens have the menu of all other acts, and the acts that are left out of it. */
const menus: ReadonlyMap<string, string> = new Map(
  [...sources.matchAll(/<MoreActs\s+contract="([a-z_]+)"\s+name="([a-z_]+)"([^>]*?(?:=>[^>]*?)*)\/>/g)].map(([, contract, name, rest]) => [
    `${contract}.${name}`,
    rest!,
  ]),
);

const reads = Object.entries(routes).flatMap(([contract, operations]) =>
  Object.entries(operations).flatMap(([name, [method, path, , answer]]) =>
    method === 'GET' && answer !== 'file' ? [{ id: `${contract}.${name}`, path, answer }] : [],
  ),
);

test('every operation that a member can call is an act of a screen or a read with a screen', () => {
  const offered = [...publicCatalog, ...operatorCatalog.filter(({ operation }) => operation.role !== undefined)].filter(
    ({ operation }) => operation.route !== undefined,
  );
  const known = new Set([...acts.map(idOf), ...reads.map(({ id }) => id)]);
  expect(offered.map(({ id }) => id).filter((id) => !known.has(id))).toEqual([]);
  expect(acts.filter((act) => homeOf(act) === undefined).map(idOf)).toEqual([]);
});

test('every act is a generic act of its screen, or one that a designed screen has', () => {
  const byDesign = new Set(Object.values(designed).flat());
  const unreachable = acts.filter((act) => {
    const home = reads.find(({ path }) => path === homeOf(act))!;
    const isGeneric = !designedReads.has(home.id) || (menus.has(home.id) && !menus.get(home.id)!.includes(`'${idOf(act)}'`));
    return !isGeneric && !byDesign.has(idOf(act));
  });
  expect(unreachable.map(idOf)).toEqual([]);
});

test('a designed screen has the acts that the list says: its sources call them', () => {
  const wrong = Object.entries(designed).flatMap(([start, ids]) => {
    const text = textOf(start);
    return ids.filter((id) => {
      const { path, contract, name } = acts.find((act) => idOf(act) === id)!;
      const word = path.split('/').findLast((segment) => segment !== '' && !segment.startsWith(':'))!;
      return !text.includes(name) && !(text.includes(word) && text.includes(contract));
    });
  });
  expect(wrong).toEqual([]);
});

test('a screen of every read can be reached by links from the places of a Space', () => {
  const places = placeGroups.flatMap((group) => group.places.flatMap(({ path, lists = [] }) => [path, ...lists.map(([list]) => list)]));
  const found = new Set<string>();
  const open = [...places];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const read = matchRead(path.replaceAll(/:[a-z_]+/g, 'x'));
    if (!read) continue;
    open.push(...relatedPaths(read.path), ...readsBelow(read).map((one) => one.path));
    const entry = entryRead(read);
    if (entry) open.push(entry.read.path);
  }
  // The palette and the screens of files, deliveries, agents, keys and members show these themselves.
  const byDesign = [
    '/me',
    '/events/search',
    '/search',
    '/event-subscriptions/:id/deliveries/:delivery_id/attempts/:number',
    '/settings/agents/:agent_id/can-use',
    '/settings/agents/:agent_id/chat',
    '/settings/keys/:key_id/grants',
    '/settings/tools',
    '/settings/invitations',
  ];
  expect(reads.map(({ path }) => path).filter((path) => !found.has(path) && !byDesign.includes(path))).toEqual([]);
});

test('every operation of the person has a call in the console', () => {
  const absent = personCatalog.filter(({ operation }) => {
    const start = `/v1${operation.route!.path.split('/:')[0]}`;
    return !sources.includes(start);
  });
  expect(absent.map(({ id }) => id)).toEqual([]);
});

test('a screen has the create, the edit and the deletion of its own path, and asks for what it does not know', () => {
  expect(actsOf('/tags/:id')).toMatchObject({ edit: { name: 'update' }, remove: { name: 'delete' }, restore: { name: 'restore' } });
  expect(actsOf('/tags').create?.name).toBe('create');
  expect(actsOf('/contacts').others.map(({ name }) => name)).toEqual([
    'upsert',
    'export',
    'import',
    'delete_bulk',
    'tag_bulk',
    'revert_bulk',
  ]);
  const { schema } = { schema: { type: 'object', properties: { id: {}, contact_id: {}, limit: {} }, required: ['id', 'contact_id'] } };
  expect(askedSchema(schema, { id: 'con_1' })).toEqual({ type: 'object', properties: { contact_id: {} }, required: ['contact_id'] });
  expect(initialValues(schema, { contact_id: 'con_2', name: 'x' })).toEqual({ contact_id: 'con_2' });
});

test('a member sees the acts of their scopes, and those of the settings by their role', () => {
  const member = { role: 'member', scopes: ['contacts:write'] };
  expect(mayCall(member, { scope: 'contacts:write' })).toBe(true);
  expect(mayCall(member, { scope: 'pages:run' })).toBe(false);
  expect(mayCall(member, { scope: '' }, 'admin')).toBe(false);
  expect(mayCall({ role: 'owner', scopes: [] }, { scope: '' }, 'admin')).toBe(true);
  expect(mayCall({ role: 'admin', scopes: [] }, { scope: '' }, 'owner')).toBe(false);
});
