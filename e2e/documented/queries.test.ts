import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { codeSpans } from '../../scripts/documents/code-blocks.ts';
import { run } from './inventory.ts';
import { profileDatabase } from './profile-database.ts';

/** Statements in sentences that the test cannot run, with the reason. */
const notRun: Readonly<Record<string, string>> = {
  'select pg_drop_replication_slot': 'Postgres of this profile has no replication slot',
};

const inSentences = codeSpans.filter(
  ({ file, text }) => /^docs\/(operations|runbooks)\//.test(file) && /^(select|delete from|update) /.test(text),
);
const statements = [...run.queries, ...inSentences.filter(({ text }) => !Object.keys(notRun).some((start) => text.startsWith(start)))];

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: await profileDatabase() });
  await client.connect();
});
afterAll(() => client.end());

test.each(statements)('Postgres accepts the statements of $file:$line', async ({ text }) => {
  const filled = text.replaceAll('<pid>', '0').replaceAll("'{…}'", "'{}'");
  await client.query('begin');
  try {
    await expect(client.query(filled)).resolves.toBeDefined();
  } finally {
    await client.query('rollback');
  }
});

test('every statement that is not run exists', () => {
  for (const start of Object.keys(notRun)) expect(inSentences.some(({ text }) => text.startsWith(start))).toBe(true);
});
