import { Client } from 'pg';
import { disposablePostgres } from './disposable-postgres.ts';

/** Once after all tests: our own server goes with its folder; on a server that was given only the template goes. */
export default async function stopPostgres(): Promise<void> {
  if (await disposablePostgres.stop()) return;
  const template = process.env.TEST_DATABASE_TEMPLATE;
  const client = new Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  try {
    await client.query(`alter database ${template} is_template false`);
    await client.query(`drop database ${template}`);
  } finally {
    await client.end();
  }
}
