import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type Database, migrate, openDatabase } from '@space/database';
import { freshDatabase } from '@space/database/testing';

const outbox = fileURLToPath(new URL('../migrations', import.meta.url));

/** Creates a database in which a test creates schemas that contain only an outbox. */
export async function outboxDatabase(): Promise<{
  url: string;
  database: Database;
  newSchema: () => Promise<string>;
  close: () => Promise<void>;
}> {
  const { url, drop } = await freshDatabase();
  const database = await openDatabase(url, { connections: 60, checkRows: true });
  return {
    url,
    database,
    async newSchema() {
      const schema = `outbox_${randomBytes(5).toString('hex')}`;
      await migrate(url, [{ schema, folder: outbox }]);
      return schema;
    },
    async close() {
      await database.end();
      await drop();
    },
  };
}
