import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from '@space/database';
import { eventually } from '@space/runtime/testing';
import * as Y from 'yjs';
import { z } from 'zod';
import { openEditor, type TestEditor, updateMessage } from './fixtures/live-editor.ts';
import { type LiveGateways, type LiveSpace, newLiveSpace, startLiveGateways } from './fixtures/live-gateways.ts';

let gateways: LiveGateways;
beforeAll(async () => {
  gateways = await startLiveGateways();
});
afterAll(() => gateways.stop());

const newSpace = (): Promise<LiveSpace> => newLiveSpace(gateways.first.url);

async function open(space: LiveSpace, options: Parameters<LiveSpace['address']>[0] = {}): Promise<TestEditor> {
  const editor = openEditor(await space.address(options));
  await editor.synced;
  return editor;
}

/** Returns the document as Postgres has it. */
async function storedText({ send, document }: LiveSpace): Promise<string> {
  const { body } = await send('GET', `/documents/${document}/updates`);
  const doc = new Y.Doc();
  for (const { update_base64 } of body.updates) Y.applyUpdate(doc, Buffer.from(update_base64, 'base64'));
  return String(((doc.getXmlFragment('content').get(0) as Y.XmlElement).get(0) as Y.XmlText).toString());
}

describe('live editing', () => {
  test('converges over two gateways while the bus loses messages, and every confirmed change is stored', async () => {
    const space = await newSpace();
    const editors = await Promise.all(
      Array.from({ length: 6 }, (_, n) => open(space, { at: n % 2 === 0 ? gateways.first.url : gateways.second.url })),
    );
    gateways.loss.isLossy = true;
    for (let turn = 0; turn < 15; turn += 1) {
      for (const [n, editor] of editors.entries()) editor.type(`<${n}.${turn}>`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await eventually(() => {
      for (const editor of editors) expect(editor.stored().clock).toBe(Y.getState(editor.doc.store, editor.doc.clientID));
    });
    gateways.loss.isLossy = false;
    const text = await storedText(space);
    for (const [n] of editors.entries()) for (let turn = 0; turn < 15; turn += 1) expect(text.split(`<${n}.${turn}>`)).toHaveLength(2);
    await eventually(() => expect(new Set(editors.map((editor) => editor.text()))).toEqual(new Set([text])));
    expect(gateways.loss.lost).toBeGreaterThan(0);
    for (const editor of editors) editor.close();
  });

  test('stores the changes of a moment in one transaction, and their event names all editors', async () => {
    const space = await newSpace();
    const other = await space.newKey();
    const editors = [await open(space), await open(space, { with: other.send })];
    for (const editor of editors) editor.type('x');
    await eventually(() => expect(editors.map((editor) => editor.stored().updates)).toEqual([1, 1]));
    const gathered = await gateways.ports.database.one(sql.type(
      z.object({ from_version: z.number(), editors: z.array(z.object({ id: z.string() })) }),
    )`
      select from_version, editors from library.document_gathering where document_id = ${space.document}`);
    expect(gathered.from_version).toBe(1);
    expect(gathered.editors.map(({ id }) => id).sort()).toEqual([space.key_id, other.id].sort());
    for (const editor of editors) editor.close();
  });

  test('takes what is typed while a connection opens after a time without one', async () => {
    const space = await newSpace();
    const before = await open(space);
    before.close();
    await before.closed;
    before.type('without a connection ');
    const editor = openEditor(await space.address(), before.doc);
    await editor.opened;
    editor.type('with one: ');
    await eventually(async () => expect(await storedText(space)).toBe('with one: without a connection start'));
    editor.type('and ');
    await eventually(() => expect(editor.stored()).toMatchObject({ updates: 3 }));
    editor.close();
  });

  test('takes edits of calls and pushed updates, and a push twice changes nothing', async () => {
    const space = await newSpace();
    const editor = await open(space, { at: gateways.second.url });
    await space.send('POST', `/documents/${space.document}/edits`, { edits: [{ op: 'replace_text', find: 'start', replace: 'begin' }] });
    await eventually(() => expect(editor.text()).toBe('begin'));
    const { body: read } = await space.send('GET', `/documents/${space.document}/updates?after=1`);
    expect(read).toMatchObject({ version: 2, next_after: null, updates: [{ version: 2, actor: { id: space.key_id } }] });
    const offline = new Y.Doc();
    Y.applyUpdate(offline, Y.encodeStateAsUpdate(editor.doc));
    const before = Y.encodeStateVector(offline);
    ((offline.getXmlFragment('content').get(0) as Y.XmlElement).get(0) as Y.XmlText).insert(0, 'we ');
    const push = { update_base64: Buffer.from(Y.encodeStateAsUpdate(offline, before)).toString('base64') };
    const pushed = await space.send('POST', `/documents/${space.document}/updates`, push);
    expect(pushed.body).toMatchObject({ id: space.document, version: 3, previous_version: 2 });
    await eventually(() => expect(editor.text()).toBe('we begin'));
    expect((await space.send('POST', `/documents/${space.document}/updates`, push)).body).toMatchObject({
      version: 3,
      previous_version: 3,
    });
    const broken = await space.send('POST', `/documents/${space.document}/updates`, { update_base64: 'AQID' });
    expect([broken.status, broken.body.errors[0].path]).toEqual([400, 'update_base64']);
    editor.close();
  });
});

describe('a live connection', () => {
  test('of a ticket that only reads follows the document and is closed when it writes', async () => {
    const space = await newSpace();
    const [reader, writer] = [await open(space, { may_write: false }), await open(space)];
    writer.type('more ');
    await eventually(() => expect(reader.text()).toBe('more start'));
    reader.type('hidden ');
    expect(await reader.closed).toMatchObject({ code: 4403, reason: expect.stringContaining('only reads') });
    expect(await storedText(space)).toBe('more start');
    writer.close();
  });

  test('needs a ticket that was not used, also at another gateway', async () => {
    const space = await newSpace();
    const address = await space.address();
    const editor = openEditor(address);
    await editor.synced;
    const elsewhere = address.replace(gateways.first.url.replace(/^http/, 'ws'), gateways.second.url.replace(/^http/, 'ws'));
    expect((await openEditor(elsewhere).closed).code).toBe(4410);
    expect((await openEditor(address.slice(0, -4)).closed).code).toBe(4410);
    const lines = gateways.ports.lines.join();
    expect(lines).not.toContain(new URL(address).searchParams.get('ticket'));
    editor.close();
  });

  test('ends with its key, and not with another one', async () => {
    const space = await newSpace();
    const other = await space.newKey();
    const [ended, going] = [await open(space, { with: other.send, at: gateways.second.url }), await open(space)];
    const operate = fetch(`${gateways.first.url}/v1/operator/keys/${other.id}/revoke`, {
      method: 'POST',
      headers: { authorization: 'Bearer an-operator-token-for-tests' },
    });
    expect((await operate).ok).toBe(true);
    expect(await ended.closed).toMatchObject({ code: 4401 });
    going.type('still ');
    await eventually(() => expect(going.stored().updates).toBe(1));
    going.close();
  });

  test('ends with the reason of a refused update, which is not stored', async () => {
    const space = await newSpace();
    const editor = await open(space);
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(editor.doc));
    const before = Y.encodeStateVector(doc);
    (doc.getXmlFragment('content').get(0) as Y.XmlElement).setAttribute('onclick', 'alert(1)');
    editor.send(updateMessage(Y.encodeStateAsUpdate(doc, before)));
    expect(await editor.closed).toMatchObject({ code: 4400, reason: expect.stringContaining('onclick') });
    expect((await space.send('GET', `/documents/${space.document}`)).body.version).toBe(1);
    const garbage = await open(space);
    garbage.send(new Uint8Array([0, 2, 200]));
    expect(await garbage.closed).toMatchObject({ code: 4400 });
  });

  test('ends when the document goes to the trash, and with a restart of its gateway', async () => {
    const space = await newSpace();
    const [editor, restarted] = [await open(space), await open(await newSpace(), { at: gateways.second.url })];
    await space.send('DELETE', `/documents/${space.document}`);
    expect(await editor.closed).toMatchObject({ code: 4404 });
    const late = await space.send('POST', `/documents/${space.document}/live-tickets`, {});
    expect([late.status, late.body.code]).toEqual([409, 'conflict']);
    await gateways.stopSecond();
    expect(await restarted.closed).toMatchObject({ code: 1012 });
  });
});
