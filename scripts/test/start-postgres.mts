import { consumerGroups } from '../../services/manifest.ts';
import { disposablePostgres } from './disposable-postgres.ts';
import { ensureTemplate } from './template-database.ts';
import { runningTestServer } from './test-server.ts';

/**
 * Runs once before all tests that need Postgres. The server is, in this order: TEST_DATABASE_URL, the one of `npm run db`,
 * or a disposable one in a temporary folder. `freshDatabase()` copies the template in it, which has every migration.
 */
export default async function startPostgres(): Promise<void> {
  process.env.TEST_DATABASE_URL ??= (await runningTestServer()) ?? (await disposablePostgres.start());
  process.env.TEST_DATABASE_TEMPLATE = await ensureTemplate(process.env.TEST_DATABASE_URL);
  process.env.TEST_CONSUMER_GROUPS = JSON.stringify(consumerGroups);
}
