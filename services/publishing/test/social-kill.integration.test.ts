import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { kill, startProcess } from './fixtures/publishing-process.ts';
import { newSocialSpace, startSocial } from './fixtures/social-space.ts';

test('a post whose process is killed during its attempts is published by the next process, once on each network', async () => {
  const SPACE_SECRET_KEY = randomBytes(32).toString('base64');
  const environment = { SPACE_SECRET_KEY, SPACE_WEBHOOK_ALLOW: '127.0.0.0/8' };
  const space = await startSocial({ SPACE_SECRET_KEY });
  try {
    const { connectMastodon, connectBluesky, publish, read, events } = newSocialSpace(space);
    const account_ids = [(await connectMastodon()).id, (await connectBluesky()).id];
    space.mastodon.fail('/api/v1/statuses', 'stuck');
    space.bluesky.fail('/xrpc/com.atproto.repo.createRecord', 'stuck');
    const child = await startProcess(space.ports.url, environment);
    // Due for the child, which uses the machine's clock, and not yet for this process, whose clock is stopped in the past.
    space.ports.clock.set(Date.now() - 600_000);
    const { id } = await publish({
      text: 'Once, although a process dies',
      account_ids,
      scheduled_at: new Date(Date.now() - 60_000).toISOString(),
    });
    await eventually(
      async () => {
        expect(space.mastodon.statuses).toHaveLength(1);
        expect(space.bluesky.records.size).toBe(1);
      },
      { timeout: 30_000 },
    );
    await kill(child);
    expect(await read(id)).toMatchObject({ status: 'publishing' });
    space.ports.clock.set(Date.now() + 360_000);
    await eventually(async () => expect(await read(id)).toMatchObject({ status: 'published' }), { timeout: 30_000 });
    expect((await read(id)).records.map(({ attempts }) => attempts)).toEqual([2, 2]);
    expect(space.mastodon.statuses).toHaveLength(1);
    expect(space.bluesky.records.size).toBe(1);
    expect(await events('social_post_published')).toHaveLength(2);
  } finally {
    await space.stop();
  }
});
