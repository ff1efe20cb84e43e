import { fileURLToPath } from 'node:url';
import { paymentSettings, paymentWebhooks } from '@space/contracts/commerce';
import { commerceIds, commerceRemoval, commerceSearch, commerceStorage } from '@space/contracts/platform';
import { findByText, findExistingIds, measureSpace, removeSpaceRows } from '@space/database';
import { createEgress } from '@space/egress';
import { createWriter } from '@space/event-log';
import { type Service, serving } from '@space/runtime';
import { manifest } from '../../manifest.ts';
import { badSignature } from './connections/refused-signatures.ts';
import { createReporter } from './connections/report.ts';
import { retryFailedWebhooks } from './inbox/inbox.queries.ts';
import { createInboxWorker } from './inbox/inbox-worker.ts';
import { receiveHandlers } from './inbox/receive.ts';
import { paymentAdapters } from './providers/adapters/payment-adapters.ts';
import { readingServes } from './reading/serves.ts';
import { searchSources } from './search/search-sources-sql.ts';
import { paymentSettingsHandlers } from './settings/payment-settings.ts';
import { createPullWorker } from './tasks/pull-worker.ts';
import { createRegularWork } from './tasks/regular-work.ts';

/**
 * The service of orders, the ledger and payment providers (contract, J1 to J8).
 *
 * A provider sends a signed webhook. Its bytes are verified and stored in the inbox, and only then answered. The inbox worker reads
 * stored webhooks into findings: facts, descriptions of things, and reads that are due. The pull worker makes those reads, all of them
 * GETs. Both store findings in one transaction with the events: an order is a function of its facts, the ledger is append-only, and
 * what was not announced is announced under the lock of its order. What follows a payment waits some seconds for what happened before it,
 * and a regular task announces it.
 *
 * Guarantees: a webhook that was answered 200 is never lost; a fact is counted once and announced once, in any order and with any
 * number of repetitions; no request to a provider has another verb than GET. Not guaranteed: that a provider sends
 * everything; the hourly reconciliation names what is missing.
 */
export const commerceService: Service = {
  ...manifest.commerce,
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  open(ports) {
    const { database, log } = ports;
    const adapters = paymentAdapters(ports.config, createEgress(ports.config));
    const reporter = createReporter(ports);
    const write = createWriter('commerce', ports);
    const work = { ...ports, adapters, write, reporter, notifyPulls: () => pulls.notify() };
    const pulls = createPullWorker({
      ...work,
      async onRead({ connection }, error) {
        if (error) await reporter.report(connection, { started: ports.clock.now(), error: { code: error.code, message: error.message } });
      },
    });
    const inbox = createInboxWorker(work);
    return {
      serves: [
        serving(commerceRemoval, { remove: ({ caller }) => removeSpaceRows(database, 'commerce', caller.space_id) }),
        serving(commerceSearch, {
          find: async ({ input, caller }) => ({ found: [...(await findByText(database, caller.space_id, searchSources, input))] }),
        }),
        ...readingServes(ports),
        serving(paymentSettings, paymentSettingsHandlers(work)),
        serving(
          paymentWebhooks,
          receiveHandlers({
            ...work,
            notifyWorker: inbox.notify,
            reportRefused: (connection) => void reporter.report(connection, { started: ports.clock.now(), error: badSignature }),
          }),
        ),
        serving(commerceIds, {
          find: async ({ input, caller }) => ({
            ids: await findExistingIds(database, 'commerce', ['product', 'connection'], caller.space_id, input.ids),
          }),
        }),
        serving(commerceStorage, {
          measure: async ({ caller }) => ({ ...(await measureSpace(database, 'commerce', caller.space_id)), files: 0 }),
        }),
      ],
      tasks: [
        {
          ...inbox,
          // A new version of the program may be able to read what the last one could not.
          async start() {
            const count = await retryFailedWebhooks(database);
            if (count > 0) log.info({ count }, 'webhooks of payment providers that failed are read again');
            await inbox.start();
          },
        },
        pulls,
        createRegularWork({ ...work, onRead: async () => {} }),
      ],
    };
  },
};
