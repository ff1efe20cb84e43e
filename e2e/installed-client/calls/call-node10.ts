// Compiled to CommonJS with moduleResolution node10: reads a contact that does not exist, builds a call and refuses a forged delivery.
import { createClient, SpaceError } from '@space/client';
import { callOf } from '@space/client/routes';
import { verifyWebhook } from '@space/client/webhooks';

declare const process: { readonly argv: readonly string[]; readonly stdout: { write(text: string): void } };
const [, , base_url, api_key] = process.argv as [string, string, string, string];

async function main(): Promise<void> {
  const space = createClient({ base_url, api_key });
  const code = await space.contacts.get({ id: 'con_missing' }).then(
    () => null,
    (error: unknown) => (error instanceof SpaceError ? error.code : null),
  );
  const headers = { 'Service-Signature': 't=1,v1=00' };
  const forged = await verifyWebhook({ body: '{}', headers }, 'whsec_test').catch((error: Error) => error.name);
  const { method, url } = callOf('https://space.test/v1', 'contacts.get', { id: 'con_1' });
  process.stdout.write(JSON.stringify({ code, forged, call: `${method} ${url.href}` }));
}

void main();
