import { describe, expect, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import { lockByEmails } from '../src/bulk/bulk.queries.ts';
import { useContactsService } from './fixtures/contacts-service.ts';

const service = useContactsService();

/** Creates a Space with Ada. */
async function spaceWithAda() {
  const space = service.newSpace();
  const { call } = space;
  const ada = await call(contacts, 'create', {
    name: 'Ada',
    email: 'ada@example.com',
    phone: '1',
    custom_fields: { plan: 'pro', seats: 1 },
  });
  await call(contacts, 'tag', { id: ada.id, tags: ['vip'] });
  const before = (await space.events()).length;
  const events = async () =>
    (await space.events())
      .slice(before)
      .map(({ type, data }) => [type, (data.contact as { email: string }).email, data.changed ?? data.tag ?? null]);
  const people = async () => (await call(contacts, 'list', { sort: 'email' })).data;
  return { call, ada, events, people };
}

describe('creating or changing many contacts', () => {
  test('finds contacts by email in any case, merges custom fields and adds tags, with the events of single calls', async () => {
    const { call, ada, events, people } = await spaceWithAda();
    const answer = await call(contacts, 'upsert', {
      contacts: [
        { email: 'bob@example.com', tags: ['new', 'VIP'], company: 'Engines' },
        { email: 'ADA@example.com', phone: null, custom_fields: { seats: 2 }, tags: ['vip', 'new'] },
        { email: 'cy@example.com', name: 'Cy' },
      ],
    });
    expect(answer).toEqual({
      results: [
        { index: 0, outcome: 'created', id: expect.stringMatching(/^con_/) },
        { index: 1, outcome: 'updated', id: ada.id },
        { index: 2, outcome: 'created', id: expect.stringMatching(/^con_/) },
      ],
      created: 2,
      updated: 1,
      unchanged: 0,
      change_id: expect.stringMatching(/^chg_/),
    });
    expect(await people()).toMatchObject([
      { id: ada.id, name: 'Ada', email: 'ada@example.com', phone: null, custom_fields: { plan: 'pro', seats: 2 }, tags: ['new', 'vip'] },
      { name: 'bob', company: 'Engines', tags: ['new', 'vip'] },
      { name: 'Cy', tags: [] },
    ]);
    expect(await events()).toEqual([
      ['contact_created', 'bob@example.com', null],
      ['contact_tagged', 'bob@example.com', 'new'],
      ['contact_tagged', 'bob@example.com', 'vip'],
      ['contact_created', 'cy@example.com', null],
      ['contact_updated', 'ada@example.com', ['phone', 'custom_fields']],
      ['contact_tagged', 'ada@example.com', 'new'],
    ]);
  });

  test('to the same values creates no version and emits nothing', async () => {
    const { call, ada, events } = await spaceWithAda();
    const before = await call.whole(contacts, 'get', { id: ada.id });
    expect(
      await call(contacts, 'upsert', {
        contacts: [{ email: 'ada@example.com', name: 'Ada', custom_fields: { plan: 'pro' }, tags: ['VIP'] }],
      }),
    ).toMatchObject({ unchanged: 1, results: [{ outcome: 'unchanged', id: ada.id }] });
    expect(await call.whole(contacts, 'get', { id: ada.id })).toEqual(before);
    expect(await events()).toEqual([]);
  });

  test('is all or nothing: a repeated email, too many tags and a dry run store nothing', async () => {
    const { call, ada, events, people } = await spaceWithAda();
    const bob = { email: 'bob@example.com' };
    await expect(call(contacts, 'upsert', { contacts: [bob, { email: 'BOB@example.com' }] })).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'contacts.1.email', code: 'duplicate' }] },
    });
    for (let at = 0; at < 200; at += 50)
      await call(contacts, 'tag', { id: ada.id, tags: Array.from({ length: at === 150 ? 49 : 50 }, (_, n) => `tag ${at + n}`) });
    const before = await events();
    await expect(call(contacts, 'upsert', { contacts: [bob, { email: 'ada@example.com', tags: ['one more'] }] })).rejects.toMatchObject({
      code: 'limit_reached',
    });
    expect(await call(contacts, 'upsert', { contacts: [bob] }, { dry_run: true })).toMatchObject({ created: 1 });
    expect(await people()).toHaveLength(1);
    expect(await events()).toEqual(before);
  });

  test('of contacts with large custom fields works in parts', async () => {
    const { call, events } = await spaceWithAda();
    const emails = Array.from({ length: 8 }, (_, n) => `large.${n}@example.com`);
    for (const email of emails) await call(contacts, 'create', { name: 'Large', email, custom_fields: { notes: 'x'.repeat(900_000) } });
    const before = (await events()).length;
    expect(await call(contacts, 'upsert', { contacts: emails.map((email) => ({ email, company: 'Engines' })) })).toMatchObject({
      updated: 8,
    });
    expect(await events()).toHaveLength(before + 8);
  });

  test('refuses custom fields that would be too large with those of the contact, and changes nothing', async () => {
    const { call, ada, people } = await spaceWithAda();
    const add = (key: string, length: number) =>
      call(contacts, 'upsert', { contacts: [{ email: ada.email, company: key, custom_fields: { [key]: 'x'.repeat(length) } }] });
    await add('a', 600_000);
    await expect(add('b', 600_000)).rejects.toMatchObject({ code: 'limit_reached', message: expect.stringContaining(ada.email) });
    expect(await people()).toMatchObject([{ company: 'a' }]);
    expect(await add('a', 700_000)).toMatchObject({ updated: 1 });
  });

  test('finds a contact by the email of one that was merged into it, and refuses both emails in one call', async () => {
    const { call, ada, people } = await spaceWithAda();
    const twin = await call(contacts, 'create', { name: 'Twin', email: 'twin@example.com' });
    await call(contacts, 'merge', { id: ada.id, contact_id: twin.id });
    expect(await call(contacts, 'upsert', { contacts: [{ email: 'TWIN@example.com', company: 'Engines' }] })).toMatchObject({
      results: [{ outcome: 'updated', id: ada.id }],
    });
    expect(await people()).toMatchObject([{ id: ada.id, email: 'ada@example.com', company: 'Engines' }]);
    await expect(
      call(contacts, 'upsert', { contacts: [{ email: 'twin@example.com' }, { email: 'ada@example.com' }] }),
    ).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'contacts.1.email', code: 'duplicate' }] },
    });
    const csv = 'email,phone\r\nbob@example.com,1\r\nada@example.com,2\r\ntwin@example.com,3\r\n';
    const errors = [{ column_key: 'email', code: 'duplicate_line', count: 1, lines: [4] }];
    expect(await call(contacts, 'import', { csv })).toMatchObject({ created: 0, updated: 0, failed: 1, errors });
    expect(await call(contacts, 'import', { csv, mode: 'per_line' })).toMatchObject({ created: 1, updated: 1, failed: 1, errors });
    expect(await people()).toMatchObject([{ id: ada.id, phone: '2' }, { email: 'bob@example.com' }]);
  });

  test('counts the notes of contacts among the bytes that are read together', async () => {
    const { call, caller } = service.newSpace();
    await call(contacts, 'create', { name: 'Ada', email: 'ada@example.com', bio: 'ä'.repeat(4_000) });
    const [known] = await lockByEmails(service.ports.database, caller.space_id, ['ADA@example.com']);
    expect(known!.bytes).toBeGreaterThan(8_000);
  });

  test('by concurrent callers creates each contact once', async () => {
    const { call } = await spaceWithAda();
    // So many contacts, in opposite orders, that the statements of two calls meet, also on a fast machine.
    const given = Array.from({ length: 100 }, (_, at) => ({ email: `c${at}@example.com` }));
    const both = Array.from({ length: 8 }, (_, at) => call(contacts, 'upsert', { contacts: at % 2 ? given : given.toReversed() }));
    const outcomes = await Promise.allSettled(both);
    for (const one of outcomes) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' });
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await call(contacts, 'list', { include_total: true })).toMatchObject({ total: 101 });
  });
});

describe('importing contacts', () => {
  const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`;

  test('maps headers to fields, custom fields and tags; an empty cell changes nothing', async () => {
    const { call, people } = await spaceWithAda();
    const report = await call(contacts, 'import', {
      csv: csv(
        'Mail,Name,Line of work,tags,custom_fields,custom_fields.seats,Shoe size',
        'ADA@example.com,,Mathematics,"new, ""a,b""","{""plan"":""free""}",,42',
        'bob@example.com,Bob,,,,7,',
      ),
      columns: { mail: 'email' },
    });
    expect(report).toEqual({
      created: 1,
      updated: 1,
      unchanged: 0,
      failed: 0,
      errors: [],
      ignored_columns: ['Shoe size'],
      change_id: expect.stringMatching(/^chg_/),
    });
    expect(await people()).toMatchObject([
      { name: 'Ada', line_of_work: 'Mathematics', tags: ['a,b', 'new', 'vip'], custom_fields: { plan: 'free', seats: 1 } },
      { name: 'Bob', line_of_work: null, tags: [], custom_fields: { seats: '7' } },
    ]);
  });

  test('groups faults by column, and stores the valid lines only in per_line', async () => {
    const { call, people, events } = await spaceWithAda();
    const text = csv(
      'email,phone,custom_fields',
      'bob@example.com,1,',
      'nonsense,2,',
      'BOB@example.com,3,',
      ',4,',
      'cy@example.com,5,[1]',
      'dan@example.com,6,{},x',
    );
    const errors = [
      { column_key: 'email', code: 'invalid_format', count: 1, lines: [3] },
      { column_key: 'email', code: 'duplicate_line', count: 1, lines: [4], message: 'Has the email of line 2.' },
      { column_key: 'email', code: 'required', count: 1, lines: [5] },
      { column_key: 'custom_fields', count: 1, lines: [6] },
      { column_key: null, code: 'too_many_cells', count: 1, lines: [7] },
    ];
    expect(await call(contacts, 'import', { csv: text })).toMatchObject({ created: 0, failed: 5, errors });
    expect([await people(), await events()]).toMatchObject([{ length: 1 }, []]);
    expect(await call(contacts, 'import', { csv: text, mode: 'per_line' })).toMatchObject({ created: 1, failed: 5, errors });
    expect((await people()).map(({ email }) => email)).toEqual(['ada@example.com', 'bob@example.com']);
  });

  test('can leave existing contacts unchanged', async () => {
    const { call, people, ada } = await spaceWithAda();
    const text = csv('email,phone,tags', 'ada@example.com,2,new', 'bob@example.com,3,new');
    expect(await call(contacts, 'import', { csv: text, existing: 'skip' })).toMatchObject({ created: 1, updated: 0, unchanged: 1 });
    expect(await people()).toMatchObject([
      { id: ada.id, phone: '1', tags: ['vip'] },
      { phone: '3', tags: ['new'] },
    ]);
  });

  test('rejects a CSV without a column for the email, and columns that are no fields', async () => {
    const { call } = await spaceWithAda();
    const refuse = (args: { csv: string; columns?: Record<string, string> }) => expect(call(contacts, 'import', args)).rejects;
    await refuse({ csv: 'name\nAda\n' }).toMatchObject({ code: 'invalid', extras: { errors: [{ path: 'csv', code: 'no_email' }] } });
    await refuse({ csv: 'email,a\n', columns: { a: 'phon', b: 'name' } }).toMatchObject({
      extras: { errors: [{ path: 'columns.a', message: expect.stringContaining('"phone"') }, { path: 'columns.b' }] },
    });
    await refuse({ csv: 'email,Email\n' }).toMatchObject({ extras: { errors: [{ code: 'duplicate_column' }] } });
    const tags = Array.from({ length: 50 }, (_, n) => n).join();
    await refuse({ csv: csv('email,tags', ...Array.from({ length: 201 }, (_, n) => `${n}@example.com,"${tags}"`)) }).toMatchObject({
      extras: { errors: [{ path: 'csv', code: 'too_big' }] },
    });
  });

  test('in a dry run reports and stores nothing', async () => {
    const { call, people } = await spaceWithAda();
    expect(await call(contacts, 'import', { csv: csv('email', 'bob@example.com') }, { dry_run: true })).toMatchObject({ created: 1 });
    expect(await people()).toHaveLength(1);
  });

  test('of 5,000 lines is one call', async () => {
    const { call } = await spaceWithAda();
    const lines = Array.from({ length: 5_000 }, (_, n) => `${n}@example.com,Name ${n},all`);
    expect(await call(contacts, 'import', { csv: csv('email,name,tags', ...lines) })).toMatchObject({ created: 5_000, failed: 0 });
    expect((await call(contacts, 'list', { tags: ['all'], limit: 1, include_total: true })).total).toBe(5_000);
  });
});

describe('exporting contacts', () => {
  test('writes what an import reads, page by page, with the filters of the list', async () => {
    const { call } = await spaceWithAda();
    await call(contacts, 'upsert', {
      contacts: [
        { email: 'bob@example.com', name: '=cmd()', bio: 'two\nlines, "quoted"', tags: ['a,b', 'c'] },
        { email: 'cy@example.com', company: 'Ärzte', custom_fields: { deep: { list: [1, null] } } },
      ],
    });
    let csv = '';
    let cursor: string | undefined;
    do {
      const page = await call(contacts, 'export', { limit: 2, sort: 'email', ...(cursor && { cursor }) });
      csv += page.csv;
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(csv.split('\r\n')[0]).toBe('id,created_at,updated_at,name,email,phone,company,line_of_work,location,bio,custom_fields,tags');
    expect(csv).toContain("'=cmd()");
    const copy = service.newSpace();
    expect(await copy.call(contacts, 'import', { csv })).toMatchObject({
      created: 3,
      failed: 0,
      ignored_columns: ['id', 'created_at', 'updated_at'],
    });
    const fields = ['name', 'email', 'phone', 'company', 'bio', 'custom_fields', 'tags'] as const;
    const listed = async (from: typeof call) =>
      (await from(contacts, 'list', { sort: 'email', fields: [...fields] })).data.map(({ id: _id, ...rest }) => rest);
    expect(await listed(copy.call)).toEqual(await listed(call));
    expect((await call(contacts, 'export', { tags: ['vip'], fields: ['email'] })).csv).toMatch(
      /^id,email\r\ncon_\w+,ada@example\.com\r\n$/,
    );
  });
});
