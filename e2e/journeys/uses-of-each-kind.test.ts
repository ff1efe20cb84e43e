import { expect, test } from '@jest/globals';
import type { Client } from '@space/client';
import { showingServices } from '@space/contracts/assets';
import { eventually } from '@space/runtime/testing';
import { PNG } from 'pngjs';
import { newSpace } from '../space.ts';

type Kind = (typeof showingServices)[keyof typeof showingServices]['kinds'][number];

/** An asset that a thing can show. */
interface Shown {
  readonly id: string;
  /** Its path on the public origin. */
  readonly path: string;
}

/** A thing that shows an asset. */
interface Thing {
  readonly id: string;
  /** Shows another asset in place of the first one. */
  replace(other: Shown): Promise<unknown>;
  /** Ends the thing, for good if it has a trash. */
  end(): Promise<unknown>;
  /** A deletion that can be taken back. */
  readonly trash?: { delete(): Promise<unknown>; restore(): Promise<unknown> };
}

const picture = PNG.sync.write(new PNG({ width: 8, height: 8 }));
let pictures = 0;

/** Creates an asset; no two have the same bytes. */
async function newAsset({ assets }: Client): Promise<Shown> {
  const name = `p${++pictures}.png`;
  const content = PNG.sync.write(new PNG({ width: 8, height: 8 + pictures }));
  const { id } = await assets.create({ name, content_base64: content.toString('base64') });
  return { id, path: `/a/${id}/${name}` };
}

const image = ({ path }: Shown): string => `<img src="${path}" alt="A picture">`;

/** Creates a thing of each kind that shows an asset. A file of a form is an asset of its own, which has a test of its own below. */
const makers: Readonly<Record<Exclude<Kind, 'form_submission'>, (client: Client, shown: Shown) => Promise<Thing>>> = {
  async row({ tables, rows }, shown) {
    const { id: table_id } = await tables.create({ name: 'T', columns: [{ key: 'files', label: 'Files', type: 'attachment' }] });
    const dataOf = ({ id }: Shown) => ({ files: [{ asset_id: id }] });
    const { id } = await rows.create({ table_id, data: dataOf(shown) });
    let version: number | undefined;
    return {
      id,
      replace: (other) => rows.update({ table_id, row_id: id, data: dataOf(other) }),
      end: () => tables.delete({ table_id, hard: true }),
      trash: {
        delete: async () => {
          version = (await rows.delete({ table_id, row_id: id })).previous_version!;
        },
        restore: () => rows.revert({ table_id, row_id: id, version: version! }),
      },
    };
  },
  async task({ tasks }, shown) {
    const { id } = await tasks.create({ title: 'Paint', asset_ids: [shown.id] });
    return {
      id,
      replace: (other) => tasks.update({ id, asset_ids: [other.id] }),
      end: () => tasks.delete({ id, permanent: true }),
    };
  },
  async document({ documents }, shown) {
    const markdown = ({ id }: Shown) => `![A picture](space:asset/${id})`;
    const { id } = await documents.create({ title: 'Plan', markdown: markdown(shown) });
    return {
      id,
      replace: (other) => documents.edit({ id, base_version: 1, edits: [{ op: 'replace_all', markdown: markdown(other) }] }),
      end: () => documents.delete({ id, permanent: true }),
    };
  },
  async whiteboard({ whiteboards, whiteboard_elements }, shown) {
    const { id } = await whiteboards.create({ title: 'Plan' });
    const { elements } = await whiteboard_elements.create({ id, elements: [{ type: 'image', asset_id: shown.id }] });
    return {
      id,
      replace: (other) => whiteboard_elements.update_bulk({ id, elements: [{ element_id: elements[0]!.id, asset_id: other.id }] }),
      end: () => whiteboards.delete({ id, permanent: true }),
    };
  },
  async page({ pages }, shown) {
    const { id } = await pages.create({ title: 'Gallery', standalone: true, layout_html: image(shown) });
    return { id, replace: (other) => pages.update({ id, layout_html: image(other) }), end: () => pages.delete({ id }) };
  },
  async blog_post({ blog_collections, blog_posts }, shown) {
    const { id: collection_id } = await blog_collections.create({ base_slug: `blog-${shown.id.slice(-8).toLowerCase()}` });
    const { id } = await blog_posts.create({ collection_id, title: 'News', body_html: '<p>News</p>', cover_image_url: shown.path });
    return {
      id,
      replace: (other) => blog_posts.update({ id, cover_image_url: null, body_html: image(other) }),
      end: () => blog_posts.delete({ id }),
    };
  },
  async blog({ blog_collections }, shown) {
    const template = (one: Shown) => `${image(one)}<article>{{body}}</article>`;
    const { id } = await blog_collections.create({ base_slug: `blog-${shown.id.slice(-8).toLowerCase()}`, template_html: template(shown) });
    return {
      id,
      replace: (other) => blog_collections.update({ id, template_html: template(other) }),
      end: () => blog_collections.delete({ id }),
    };
  },
  async site({ sites }, shown) {
    const { id } = await sites.create({ title: `Engines ${shown.id}`, logo_url: shown.path });
    return { id, replace: (other) => sites.update({ id, logo_url: other.path }), end: () => sites.delete({ id }) };
  },
  async social_post({ social }, shown) {
    const media = ({ path }: Shown) => [{ url: path, alt_text: 'A picture' }];
    const { id } = await social.create_draft({ text: 'It weaves', media: media(shown) });
    return { id, replace: (other) => social.update_draft({ id, media: media(other) }), end: () => social.delete_draft({ id }) };
  },
  async look({ look }, shown) {
    await look.update({ logo: shown.path });
    return { id: 'look', replace: (other) => look.update({ logo: other.path }), end: () => look.update({ logo: null }) };
  },
};

/** Waits until an asset is shown by these things and no others. */
async function expectUses({ assets }: Client, { id }: Shown, uses: readonly string[]): Promise<void> {
  await eventually(async () => {
    expect((await assets.used_by({ id })).data.map((use) => `${use.kind} ${use.id}`)).toEqual(uses);
    expect(await assets.get({ id })).toMatchObject({ used_by_count: uses.length });
  });
}

test.each(Object.keys(makers) as (keyof typeof makers)[])(
  'used_by follows a %s that shows an asset, another one, and ends',
  async (kind) => {
    const { client } = await newSpace();
    const [first, second] = [await newAsset(client), await newAsset(client)];
    const thing = await makers[kind](client, first);
    const use = `${kind} ${thing.id}`;
    await expectUses(client, first, [use]);
    await expect(client.assets.delete({ id: first.id })).rejects.toMatchObject({ status: 409, code: 'attached' });

    await thing.replace(second);
    await expectUses(client, second, [use]);
    await expectUses(client, first, []);
    if (thing.trash) {
      await thing.trash.delete();
      await expectUses(client, second, []);
      await thing.trash.restore();
      await expectUses(client, second, [use]);
    }
    await thing.end();
    await expectUses(client, second, []);
    for (const { id } of [first, second]) await client.assets.delete({ id });
  },
);

test('used_by of a file that someone sent with a form is its submission, and both end together', async () => {
  const { client } = await newSpace();
  const form = await client.forms.create({ name: 'Apply', fields: [{ key: 'plan', label: 'Plan', type: 'file' }] });
  const file = await client.form_files.upload({
    id: form.id,
    field_key: 'plan',
    name: 'plan.png',
    content_base64: picture.toString('base64'),
  });
  const { id: submission_id } = await client.forms.submit({ id: form.id, data: { plan: file.id } });
  const asset = await eventually(async () => {
    const [found] = (await client.assets.list({})).data;
    expect(found).toMatchObject({ name: 'plan.png' });
    return { id: found!.id, path: '' };
  });
  await expectUses(client, asset, [`form_submission ${submission_id}`]);
  await expect(client.assets.delete({ id: asset.id })).rejects.toMatchObject({ status: 409, code: 'attached' });
  await client.form_submissions.delete({ id: form.id, submission_id });
  await eventually(() => expect(client.assets.get({ id: asset.id })).rejects.toMatchObject({ status: 404 }));
});

test('each kind of thing that shows assets has a test', () => {
  const kinds = Object.values(showingServices).flatMap((service): readonly Kind[] => service.kinds);
  expect([...Object.keys(makers), 'form_submission'].sort()).toEqual(kinds.toSorted());
});
