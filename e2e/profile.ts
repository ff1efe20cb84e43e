import { type Client, createClient } from '@space/client';
import type { ProfileConnection } from '../scripts/profiles/profile.ts';
import type { TestCertificate } from '../scripts/test/certificate.ts';

/**
 * The end-to-end suites see a running profile as its clients do: over HTTP. Which one runs is in SPACE_E2E, the JSON of
 * a connection, and no suite asks: what holds for one profile holds for the other. Each test makes a Space of its own.
 */
export interface TestProfile extends ProfileConnection {
  /** Of https receivers on 127.0.0.1; the processes of the profile trust it. */
  readonly certificate: TestCertificate;
}

/** The profile under test. */
export const profile: TestProfile = read(process.env.SPACE_E2E);

/** What the operator calls. */
export const operator: Client = createClient({ base_url: profile.base_url, api_key: profile.operator_token });

/** Where `/livez` and `/readyz` of every process are. */
export const healthUrls: readonly string[] = profile.metrics_urls.map((url) => url.replace(/\/metrics$/, ''));

function read(connection: string | undefined): TestProfile {
  if (!connection) throw new Error('SPACE_E2E is not set: `npm test standalone` and `npm test cluster` start a profile and set it.');
  return JSON.parse(connection) as TestProfile;
}
