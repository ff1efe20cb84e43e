import type { PaymentAdapter } from '../../provider-port/provider.ts';
import { readSignedEvent } from './signed-events.ts';
import { verifySignedWebhook } from './signed-signature.ts';

/** The adapter for any shop that sends our published schema with Standard Webhooks. Its signing secret is made here, so none is given. */
export const signedAdapter: PaymentAdapter = {
  secretErrors: ({ secret, webhook_secret }) => [
    ...(secret === undefined ? [] : [refused('secret')]),
    ...(webhook_secret === undefined ? [] : [refused('webhook_secret')]),
  ],
  modeOf: () => undefined,
  verify: verifySignedWebhook,
  read: readSignedEvent,
  reader: null,
};

const refused = (path: string) => ({
  path,
  code: 'invalid',
  message: 'must be left out: the signing secret of a shop is made here and shown once',
});
