import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { findMigrations, templateName } from './template-database.ts';

let services: string;
beforeEach(async () => {
  services = await mkdtemp(join(tmpdir(), 'space-services-'));
  await writeMigration('contacts', '001-contacts.sql', 'create table contact ();');
});
afterEach(() => rm(services, { recursive: true, force: true }));

async function writeMigration(service: string, name: string, text: string): Promise<void> {
  await mkdir(join(services, service, 'migrations'), { recursive: true });
  await writeFile(join(services, service, 'migrations', name), text);
}

const nameNow = async () => templateName(await findMigrations(services));

test('the same migrations give the same template', async () => {
  expect(await nameNow()).toMatch(/^space_template_[0-9a-f]{16}$/);
  expect(await nameNow()).toBe(await nameNow());
});

test.each([
  ['another text', 'contacts', '001-contacts.sql', 'create table contact (id text);'],
  ['one more file', 'contacts', '002-tags.sql', 'create table tag ();'],
  ['one more service', 'tables', '001-tables.sql', ''],
])('%s gives another template', async (_what, service, name, text) => {
  const before = await nameNow();
  await writeMigration(service, name, text);
  expect(await nameNow()).not.toBe(before);
});

test('a service without migrations and other files do not count', async () => {
  const before = await nameNow();
  await mkdir(join(services, 'standalone'));
  await writeMigration('contacts', 'README.md', 'text');
  expect(await nameNow()).toBe(before);
});
