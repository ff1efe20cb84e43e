import { rm, writeFile } from 'node:fs/promises';
import { startEmbeddedPostgres } from '@space/database/embedded';
import { ensureTemplate } from '../test/template-database.ts';
import { runningTestServer, TEST_SERVER_FOLDER, TEST_SERVER_URL_FILE } from '../test/test-server.ts';

/**
 * `npm run db` starts a Postgres for tests and runs until Ctrl-C. Test runs of this checkout find it by themselves and
 * save the start of a server and the migrations. The data is removed at the end. To use another server set
 * TEST_DATABASE_URL to a URL of a role that may create databases.
 */
const running = await runningTestServer();
if (running) {
  process.stdout.write(`It runs already: TEST_DATABASE_URL=${running}\n`);
  process.exit(0);
}
const postgres = await startEmbeddedPostgres({ folder: TEST_SERVER_FOLDER, disposable: true });
const template = await ensureTemplate(postgres.url);
await writeFile(TEST_SERVER_URL_FILE, postgres.url, { mode: 0o600 });
process.stdout.write(`TEST_DATABASE_URL=${postgres.url}\nTests find it by themselves; the template is ${template}. Ctrl-C stops it.\n`);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, async () => {
    await rm(TEST_SERVER_URL_FILE, { force: true });
    await postgres.stop();
    await rm(TEST_SERVER_FOLDER, { recursive: true, force: true });
    process.exit(0);
  });
// Signal handlers alone do not keep the event loop alive.
setInterval(() => {}, 60_000);
