import type { Handlers } from '@space/bus';
import type { social } from '@space/contracts/publishing';
import { readPage } from '@space/database';
import type { Ports } from '@space/runtime';
import { firstWords } from '../text/first-words.ts';
import { listAnalytics, sumsByPlatform } from './analytics.queries.ts';

/** Returns the handler that reads the counts of published posts as the networks last reported them. */
export const analyticsHandler = ({ database }: Ports): Pick<Handlers<typeof social>, 'analytics'> => ({
  async analytics({ input: { post_id, platform, ...list }, caller }) {
    const space = caller.space_id;
    const filter = { post_id, platform };
    const page = JSON.parse(await readPage(database, listAnalytics(space, filter, list)));
    const by_platform = [...(await sumsByPlatform(database, space, filter))];
    const totals = { posts: 0, likes: 0, reposts: 0, replies: 0 };
    for (const sums of by_platform) for (const name of Object.keys(totals) as (keyof typeof totals)[]) totals[name] += sums[name];
    return { totals, by_platform, ...page, data: page.data.map((one: { text: string }) => ({ ...one, text: firstWords(one.text) })) };
  },
});
