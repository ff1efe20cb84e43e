import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newKey, newSpace } from '../space.ts';

test('one search finds things of every domain that the key reads', async () => {
  const { client, space_id } = await newSpace();
  const word = `zephyr${randomUUID().slice(0, 6)}`;
  const contact = await client.contacts.create({ name: `${word} Ada`, email: `${word}@example.com` });
  const table = await client.tables.create({ name: `${word} engines` });
  const form = await client.forms.create({ name: `${word} form`, fields: [{ key: 'email', label: 'Email', type: 'email' }] });
  const page = await client.pages.create({ title: `Page of ${word}` });
  const automation = await client.automations.create({
    name: `Greet ${word}`,
    trigger: { manual: true },
    actions: [{ operation: 'contacts.list', arguments: {} }],
  });
  const post = await client.social.create_draft({ text: `News of ${word}` });
  const { data, incomplete } = await client.search.find({ q: word });
  expect(incomplete).toEqual([]);
  expect(data.map(({ kind, id, path }) => [kind, id, path])).toEqual([
    ['contact', contact.id, `/contacts/${contact.id}`],
    ['table', table.id, `/tables/${table.id}`],
    ['form', form.id, `/forms/${form.id}`],
    ['automation', automation.id, `/automations/${automation.id}`],
    ['page', page.id, `/pages/${page.id}`],
    ['social_post', post.id, `/social/posts/${post.id}`],
  ]);
  const { client: reader } = await newKey(space_id, { scopes: ['forms:read'] });
  expect((await reader.search.find({ q: word.toUpperCase() })).data.map(({ kind }) => kind)).toEqual(['form']);
  expect((await (await newSpace()).client.search.find({ q: word })).data).toEqual([]);
});
