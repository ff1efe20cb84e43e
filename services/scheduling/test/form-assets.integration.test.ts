import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { formAssetId, schedulingAssetUses } from '@space/contracts/assets';
import { Problem } from '@space/contracts/core';
import { CONFIRMATION_HOURS, EXPIRED_SUBMISSION_DAYS, formFiles, formSubmissions, forms } from '@space/contracts/scheduling';
import { sql } from '@space/database';
import { emittedIn, eventually, startServices, type TestServices } from '@space/runtime/testing';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@space/time';
import { schedulingService } from '../src/service.ts';
import { submissionRetentionRules } from '../src/submissions/submission-retention.ts';
import { newSpace } from './fixtures/forms.ts';
import { libraryStub } from './fixtures/library-stub.ts';

/** A library that stores what it gets, unless it is away. */
const stored = new Map<string, string>();
let isAway = false;
const assertThere = () => {
  if (isAway) throw new Problem('unavailable', 'The library is away.');
};
const library = libraryStub({
  scan: async () => ({ outcome: 'clean' as const }),
  async store({ input: { file_id, content_base64 } }) {
    assertThere();
    stored.set(formAssetId(file_id), content_base64);
    return { asset_id: formAssetId(file_id) };
  },
  read: async ({ input: { asset_id } }) => ({ content_base64: stored.get(asset_id) ?? null }),
  async remove({ input: { asset_ids } }) {
    assertThere();
    return { removed: asset_ids.filter((id) => stored.delete(id)).length };
  },
});

let services: TestServices;
beforeAll(async () => {
  services = await startServices([library, contactsService, schedulingService]);
});
beforeEach(() => {
  isAway = false;
});
afterAll(() => services.stop());

const PDF = 'JVBERi0xLjQKJSVFT0YK';

/** Returns a new Space with a form that takes a file, and a submission with one. */
async function submitted(settings: object = {}) {
  const { caller, form, submit, call } = newSpace(services);
  const { id } = await form(
    [
      { key: 'email', label: 'Email', type: 'email' },
      { key: 'cv', label: 'CV', type: 'file' },
    ],
    settings,
  );
  const { id: file_id } = await call(formFiles, 'upload', { id, field_key: 'cv', name: 'cv.pdf', content_base64: PDF });
  expect((await call(formFiles, 'download', { id, file_id })).asset_id).toBeNull();
  const { id: submission_id } = await submit(id, { email: 'ada@example.com', cv: [file_id] });
  const download = () => call(formFiles, 'download', { id, file_id });
  return { caller, call, id, file_id, submission_id, asset_id: formAssetId(file_id), download };
}

const moved = ({ download, asset_id }: { download: () => Promise<{ asset_id: string | null }>; asset_id: string }) =>
  eventually(async () => expect((await download()).asset_id).toBe(asset_id));

test('a file of a submission moves to the library, and its download is the same before and after', async () => {
  isAway = true;
  const one = await submitted();
  expect(await one.download()).toMatchObject({ asset_id: null, content_base64: PDF });
  isAway = false;
  await eventually(async () => {
    services.ports.clock.advance(MINUTE_MS);
    expect((await one.download()).asset_id).toBe(one.asset_id);
  });
  expect(await one.download()).toMatchObject({ name: 'cv.pdf', content_base64: PDF });
  const [event] = (await emittedIn(services.ports.database, 'scheduling', one.caller.space_id)).filter(
    ({ type }) => type === 'form_submission',
  );
  expect(event!.data).toMatchObject({ asset_ids: [one.asset_id] });
  expect((await one.call(schedulingAssetUses, 'of', { thing_id: one.submission_id })).data).toEqual([
    {
      kind: 'form_submission',
      thing_id: one.submission_id,
      name: expect.any(String),
      path: `/forms/${one.id}/submissions/${one.submission_id}`,
      places: [{ asset_id: one.asset_id, place: '', is_public: false }],
    },
  ]);
});

test('a file of before stays in its row and is read from there', async () => {
  const one = await submitted();
  await moved(one);
  await services.ports.database.query(sql.typeAlias('void')`
    update scheduling.form_file set asset_id = null, move_at = null, content = ${sql.binary(Buffer.from('old'))}
    where space_id = ${one.caller.space_id} and id = ${one.file_id}`);
  expect(await one.download()).toMatchObject({ asset_id: null, content_base64: 'b2xk' });
  expect((await one.call(schedulingAssetUses, 'of', {})).data).toEqual([]);
});

test.each(['submission', 'form'] as const)('a deleted %s takes its assets with it, also while the library is away', async (deleted) => {
  const one = await submitted();
  await moved(one);
  expect(stored.has(one.asset_id)).toBe(true);
  isAway = true;
  if (deleted === 'form') await one.call(forms, 'delete', { id: one.id });
  else await one.call(formSubmissions, 'delete', { id: one.id, submission_id: one.submission_id });
  expect((await one.call(schedulingAssetUses, 'of', {})).data).toEqual([]);
  isAway = false;
  await eventually(async () => {
    services.ports.clock.advance(MINUTE_MS);
    expect(stored.has(one.asset_id)).toBe(false);
  });
});

test('a submission that expires without its confirmation takes its asset with it', async () => {
  const one = await submitted({ double_opt_in: true });
  await moved(one);
  const applyRetention = async () => {
    for (const { deleteChunk } of submissionRetentionRules(services.ports)) await deleteChunk(100);
  };
  services.ports.clock.advance(CONFIRMATION_HOURS * HOUR_MS);
  await applyRetention();
  services.ports.clock.advance(EXPIRED_SUBMISSION_DAYS * DAY_MS - MINUTE_MS);
  await applyRetention();
  expect((await one.download()).asset_id).toBe(one.asset_id);
  services.ports.clock.advance(MINUTE_MS);
  await applyRetention();
  await expect(one.download()).rejects.toMatchObject({ code: 'not_found' });
  await eventually(async () => expect(stored.has(one.asset_id)).toBe(false));
});
