import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser } from 'playwright-core';
import { PNG } from 'pngjs';
import { newSpace } from '../space.ts';
import { expectNoOverflow, openBrowser, picture, seriousFaults, visit } from './browser.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const LOADED = "[...document.querySelectorAll('main img')].map((image) => image.complete && image.naturalWidth > 0)";

/** Returns a picture with stripes. */
function photo(): Buffer {
  const png = new PNG({ width: 1_200, height: 500 });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([40 + ((at / 400) % 160), 90, 160, 255], at);
  return PNG.sync.write(png);
}

/** Creates a document with every kind of block, and returns the addresses of its pages. */
async function documentPages() {
  const { client } = await newSpace();
  const asset = await client.assets.create({ name: 'harbour.png', content_base64: photo().toString('base64') });
  const table = await client.tables.create({ name: 'Deals', columns: [{ key: 'name', label: 'Name', type: 'text' }] });
  const { id: link } = await client.share_links.create({ table_id: table.id });
  await eventually(async () => expect((await client.assets.get({ id: asset.id })).width).toBe(1_200));
  const markdown = `# Harbour

We launch in **May**, with _both_ engines, \`npm start\` and a [link](https://example.com/a/very/long/address/that/has/no/spaces/at/all/and/goes/on).

[The harbour](space:asset/${asset.id})

- [x] Call the printer
- [ ] Send the invitations
  - to partners
  - to the press

1. First
2. Second

> Nothing is ever done until everyone is convinced that it ought to be done.

> [!WARNING]
> Doors close at nine.

| Engine | Power | Price | Remarks |
|---|---:|---:|---|
| Difference No. 1 | 12 kW | 1,200 € | runs with steam and coal |
| Analytical | 48 kW | 9,800 € | not built yet |

\`\`\`js
const engines = await client.rows.list({ table_id: 'tbl_01jd0000000000000000000000', sort: '-created_at' });
\`\`\`

[Open deals](space:table/${table.id}?link=${link})

[Salaries](space:table/${table.id})

---

The end.`;
  const { id } = await client.documents.create({ title: 'Launch plan 2027', markdown, icon: '🚢' });
  const { url: shared } = await client.document_share_links.create({ id });
  const { url: locked } = await client.document_share_links.create({ id, password: 'looms and mills' });
  const { published } = await client.documents.publish({ id });
  return { shared, locked, published: published!.url };
}

test.each([
  ['desktop', 1_280, false],
  ['phone in the dark', 390, true],
])(
  'on a %s a visitor without scripts reads a shared document, gives a password, and reads a published one',
  async (device, width, dark) => {
    const urls = await documentPages();
    const { page, complaints, close } = await visit(browser, urls.shared, { script: false, width, dark });
    const look = async (name: string) => {
      await picture(page, `document-${name}-${device}`);
      expect(await seriousFaults(page)).toEqual([]);
      await expectNoOverflow(page);
    };
    await page.getByRole('heading', { name: 'Launch plan 2027' }).waitFor();
    await page.getByRole('img', { name: 'The harbour' }).scrollIntoViewIfNeeded();
    await eventually(async () => expect(await page.evaluate(LOADED)).toEqual([true]));
    await look('shared');
    expect(await page.getByRole('link', { name: 'Open deals' }).getAttribute('href')).toContain('/t/');
    expect(await page.getByRole('link', { name: 'Salaries' }).count()).toBe(0);
    await page.goto(urls.locked);
    await look('password');
    await page.getByLabel('Password').fill('looms and mills');
    await page.getByRole('button').click();
    await page.getByRole('img', { name: 'The harbour' }).scrollIntoViewIfNeeded();
    await eventually(async () => expect(await page.evaluate(LOADED)).toEqual([true]));
    await page.goto(urls.published);
    await page.getByRole('img', { name: 'The harbour' }).scrollIntoViewIfNeeded();
    await eventually(async () => expect(await page.evaluate(LOADED)).toEqual([true]));
    await look('published');
    expect(complaints).toEqual([]);
    await close();
  },
);
