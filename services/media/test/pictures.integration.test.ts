import { expect, test } from '@jest/globals';
import { sql } from '@space/database';
import { eventually } from '@space/runtime/testing';
import { z } from 'zod';
import { sha256, useMedia } from './fixtures/media-service.ts';
import { jpegWithPlace } from './fixtures/pictures.ts';

const media = useMedia();

const Row = z.object({
  status: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  placeholder: z.string().nullable(),
});
const rowOf = (space: string, hash: string) =>
  media.ports.database.one(sql.type(Row)`
    select status, width, height, placeholder from library.asset_processing where space_id = ${space} and sha256 = ${hash}`);

test('a new picture is read: its size as it is seen, and a placeholder', async () => {
  const space = media.newSpace();
  const bytes = await jpegWithPlace(40, 30, 6);
  await space.create('photo.jpg', bytes);
  await eventually(async () => expect(await rowOf(space.id, sha256(bytes))).toMatchObject({ status: 'done', width: 30, height: 40 }));
  expect((await rowOf(space.id, sha256(bytes))).placeholder).toMatch(/^data:image\/webp;base64,.{20,500}$/);
});

test('each different file is read once, its end is announced, and a later asset has the facts with its creation', async () => {
  const space = media.newSpace();
  const bytes = await jpegWithPlace(60, 50);
  const one = await space.create('one.jpg', bytes);
  expect(one).toMatchObject({
    width: null,
    placeholder: null,
    processing: { dimensions: 'pending', placeholder: 'pending', text: 'unsupported' },
  });
  const find = async (type: string) => (await space.events()).filter((event) => event.type === type);
  await eventually(async () => expect(await find('asset_processed')).toHaveLength(1));
  const [created] = await find('asset_created');
  const [processed] = await find('asset_processed');
  expect(processed?.data).toEqual({ ...created!.data, width: 60, height: 50, has_text: false });
  const two = await space.create('two.jpg', bytes);
  expect(two).toMatchObject({ width: 60, height: 50, processing: { dimensions: 'done' } });
  const [, again] = await find('asset_processed');
  expect(again?.data).toMatchObject({ asset_id: two.id, width: 60 });
});
