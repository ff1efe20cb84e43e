import { spaceDirectory } from '@space/contracts/platform';
import { social, socialSettings } from '@space/contracts/publishing';
import { type Service, serving } from '@space/runtime';
import { callAs, emittedIn, newSpaceCaller, startServices, type TestPorts, type TestServices, testPorts } from '@space/runtime/testing';
import { publishingService } from '../src/service.ts';
import { ADA, type BlueskyStandIn, blueskyStandIn } from './stand-ins/bluesky.ts';
import { type MastodonStandIn, mastodonStandIn } from './stand-ins/mastodon.ts';

/** A directory in which every Space is there but one. */
const directory: Service = {
  name: 'gateway',
  schema: 'gateway',
  emits: false,
  open: () => ({ serves: [serving(spaceDirectory, { find: async ({ input }) => ({ found: input.space_id !== 'spc_nowhere' }) })] }),
};

/** Publishing with two networks beside it. */
export interface SocialServices extends TestServices {
  readonly mastodon: MastodonStandIn;
  readonly bluesky: BlueskyStandIn;
}

/** Starts publishing, and the networks it may speak to. */
export async function startSocial(environment: Readonly<Record<string, string>> = {}): Promise<SocialServices> {
  const ports = await testPorts({ environment: { SPACE_WEBHOOK_ALLOW: '127.0.0.0/8', ...environment } });
  const services = await startServices([directory, publishingService], ports);
  const mastodon = await mastodonStandIn(() => ports.clock.now());
  const bluesky = await blueskyStandIn();
  return {
    ...services,
    mastodon,
    bluesky,
    async stop() {
      await services.stop();
      await mastodon.close();
      await bluesky.close();
    },
  };
}

let names = 0;

/** A Space of its own, with what a test does in it and as its operator. */
export function newSocialSpace({ ports, mastodon, bluesky }: { ports: TestPorts; mastodon: MastodonStandIn; bluesky: BlueskyStandIn }) {
  const caller = newSpaceCaller();
  const { space_id } = caller;
  const call = callAs(ports, caller);
  const operator = callAs(ports, { space_id: '', key_id: '', actor: { kind: 'person', id: 'operator', name: 'Operator' } });
  return {
    caller,
    call,
    operator,
    connectMastodon: async (name = `ada${'x'.repeat(names++ % 50)}`) => ({
      name,
      ...(await operator(socialSettings, 'connect_account', {
        space_id,
        platform: 'mastodon',
        server: mastodon.url,
        secret: mastodon.tokenOf(name),
      })),
    }),
    connectBluesky: () =>
      operator(socialSettings, 'connect_account', {
        space_id,
        platform: 'bluesky',
        server: bluesky.url,
        identifier: ADA.handle,
        secret: ADA.password,
      }),
    publish: (args: Record<string, unknown>) => call(social, 'publish', args as never),
    read: (id: string) => call(social, 'get_post', { id }),
    events: async (type?: string) =>
      (await emittedIn(ports.database, 'publishing', space_id)).filter((event) => type === undefined || event.type === type),
  };
}
