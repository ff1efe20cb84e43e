import { disposablePostgres } from './disposable-postgres.ts';

/** Runs once after all tests: stops the disposable server and removes its data. Another server keeps its template for the next run. */
export default async function stopPostgres(): Promise<void> {
  await disposablePostgres.stop();
}
