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
