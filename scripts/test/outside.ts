import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startStripeServer } from '../../services/commerce/test/fixtures/stripe-server.ts';
import { root } from '../step.ts';
import { makeCertificate, type TestCertificate } from './certificate.ts';

/** The certificate and the stand-ins outside of a profile under test, in place of the internet. */
export interface Outside {
  /** The settings of the profile. */
  readonly env: Readonly<Record<string, string>>;
  /** The addresses and files that the tests use. */
  readonly connection: {
    /** The certificate of https receivers, which the processes of the profile trust. */
    readonly certificate: TestCertificate;
    /** The address of the stand-in for the API of Stripe, whose account has one sale. */
    readonly stripe_url: string;
    /** The file to which every process of the profile appends its outgoing HTTP requests; e2e/sent-requests.ts reads it. */
    readonly requests_file: string;
  };
  close(): Promise<void>;
}

const PRELOAD = pathToFileURL(join(root, 'e2e', 'requests-preload.ts')).href;

/** Starts the stand-ins for a profile whose files are in `folder`. */
export async function startOutside(folder: string): Promise<Outside> {
  const certificate = await makeCertificate(folder);
  const stripe = await startStripeServer();
  stripe.pay({
    amount: 2_900,
    currency: 'eur',
    items: [{ product: 'prod_guide', title: 'Field guide', quantity: 1, unit_amount: 2_900 }],
    email: 'payer@example.com',
    name: 'Ada Lovelace',
    fee: 100,
  });
  const requests_file = join(folder, 'requests.ndjson');
  return {
    env: {
      NODE_EXTRA_CA_CERTS: certificate.ca_file,
      NODE_OPTIONS: `--import=${PRELOAD}`,
      SPACE_TEST_REQUESTS: requests_file,
      SPACE_STRIPE_API: stripe.url,
    },
    connection: { certificate, stripe_url: stripe.url, requests_file },
    close: () => stripe.close(),
  };
}
