import { eventually, type Receiver } from '@space/runtime/testing';
import { newSecret } from '../integrations.ts';
import { operator, profile } from '../profile.ts';
import { connectAccount, mastodon } from '../social-account.ts';
import { newKey, newSpace, type TestSpace } from '../space.ts';

/** A post is published once, so that each text gets a draft of its own. */
const DRAFT = 'soc_…';

/** A Space in which the placeholders of a document have values. */
export interface Placeholders {
  readonly space: TestSpace;
  /** Returns a text with a value for each placeholder; what it names is created first. Publications are scheduled for 2199. */
  fill(text: string): Promise<string>;
}

type Values = Readonly<Record<string, () => Promise<string> | string>>;

/** Returns a text with the addresses of the profile under test in place of those of a standalone start. */
export const withAddresses = (text: string): string =>
  text
    .replaceAll(/http:\/\/(?:localhost|127\.0\.0\.1):8080/g, new URL(profile.base_url).origin)
    .replaceAll('127.0.0.1:9464', new URL(profile.metrics_urls[0]!).host);

/** Creates a Space with a contact that has the tag `customer`. Webhooks send to `receiver`. */
export async function newPlaceholders(receiver: Receiver): Promise<Placeholders> {
  const space = await newSpace();
  const { client, space_id } = space;
  const contact = await client.contacts.create({ name: 'Charles', email: 'charles@example.com' });
  await client.contacts.tag({ id: contact.id, tags: ['customer'] });
  const values: Values = {
    'spc_…': () => space_id,
    'key_…': async () => (await newKey(space_id)).key_id,
    'agents/{id}': async () => `agents/${await newAgent(space_id)}`,
    'agt_…': () => newAgent(space_id),
    'tables/{id}': async () => `tables/${await newTable(space)}`,
    'tbl_…': () => newTable(space),
    'doc_…': async () => (await client.documents.create({ title: 'Launch plan', markdown: '# Launch\n\nWe launch in May.' })).id,
    'wbd_…': async () => (await client.whiteboards.create({ title: 'Sign-up flow' })).id,
    ...listeners(space, receiver),
    ...publishing(space),
    ...social(space),
    'https://api.example.com/customers': async () => {
      await newSecret(space_id);
      return `${(await mastodon()).url}/api/v2/instance`;
    },
  };
  const known = new Map<string, string>();
  return {
    space,
    async fill(text) {
      let filled = text.replaceAll(/("(?:scheduled|publish|unpublish)_at": ")\d{4}/g, '$12199');
      for (const [placeholder, create] of Object.entries(values)) {
        if (!filled.includes(placeholder)) continue;
        const value = known.get(placeholder) ?? (await create());
        if (placeholder !== DRAFT) known.set(placeholder, value);
        filled = filled.replaceAll(placeholder, value);
      }
      return withAddresses(filled);
    },
  };
}

const newAgent = async (space_id: string): Promise<string> => (await operator.settings.create_agent({ space_id, name: 'Scout' })).id;

async function newTable({ client }: TestSpace): Promise<string> {
  const columns = [
    { key: 'name', label: 'Name', type: 'text' as const },
    { key: 'stage', label: 'Stage', type: 'text' as const },
    { key: 'due', label: 'Due', type: 'date' as const },
    { key: 'amount', label: 'Amount', type: 'number' as const },
  ];
  return (await client.tables.create({ name: 'Deals', columns })).id;
}

/** A feed with two events, of which the cursor is between, and webhooks. */
function listeners({ client }: TestSpace, receiver: Receiver): Values {
  let feed: Promise<{ readonly id: string; readonly cursor: string }> | undefined;
  function onlyFeed() {
    feed ??= newFeed();
    return feed;
  }
  async function newFeed() {
    const { subscription } = await client.event_subscriptions.create({ kind: 'feed', name: 'Feed', event_types: ['contact_created'] });
    for (const name of ['a', 'b']) await client.contacts.create({ name, email: `${name}@example.com` });
    const read = (limit: number) => client.events.list({ subscription_id: subscription.id, limit });
    await eventually(async () => {
      if ((await read(2)).events.length < 2) throw new Error('the feed does not have both events yet');
    });
    return { id: subscription.id, cursor: (await read(1)).next_cursor };
  }
  return {
    'subscription_id=lis_…': async () => `subscription_id=${(await onlyFeed()).id}`,
    'after=<next_cursor>': async () => `after=${(await onlyFeed()).cursor}`,
    'lis_…': async () => {
      const hook = await client.event_subscriptions.create({ kind: 'webhook', name: 'Hook', url: receiver.url, event_types: ['*'] });
      return hook.subscription.id;
    },
  };
}

const publishing = ({ client }: TestSpace): Values => ({
  'sit_…': async () => (await client.sites.create({ title: 'Engines' })).id,
  'pag_…': async () => (await client.pages.create({ title: 'Home', layout_html: '<h1>Engines</h1>', standalone: true })).id,
  'blog/posts/{id}': async () => {
    await client.blog_collections.create({ base_slug: 'news', title: 'News' });
    return `blog/posts/${(await client.blog_posts.create({ title: 'The engine weaves', body_html: '<p>It does.</p>' })).id}`;
  },
});

/** Drafts, accounts and planners. The server of Mastodon is a fake one on this machine. */
const social = ({ client, space_id }: TestSpace): Values => ({
  'social/posts/{id}': async () => {
    await connectAccount(space_id);
    const { id } = await client.social.create_draft({ text: 'It weaves.' });
    await client.social.publish({ post_id: id, scheduled_at: '2199-01-01T09:00:00Z' });
    return `social/posts/${id}`;
  },
  '/social/publish': async () => {
    await connectAccount(space_id);
    return '/social/publish';
  },
  [DRAFT]: async () => (await client.social.create_draft({ text: 'It weaves.' })).id,
  'sac_…': async () => (await connectAccount(space_id)).id,
  'pln_…': async () => {
    const slots = [{ weekday: 'monday' as const, time: '09:00' }];
    return (await client.social.create_planner({ name: 'Weekly', timezone: 'Europe/Berlin', slots })).id;
  },
});
