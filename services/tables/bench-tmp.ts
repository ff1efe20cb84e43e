import { startEmbeddedPostgres } from '@space/database/embedded';
import { migrate, newId } from '@space/database';
import { migrationsOf } from '@space/runtime';
import { testPorts, startServices, newSpaceCaller } from '@space/runtime/testing';
import { subjectOf, rows, tables } from '@space/contracts';
import { contactsService } from '@space/contacts';
import { tablesService } from './src/service.ts';
import { Client } from 'pg';
const postgres = await startEmbeddedPostgres({ folder: '/tmp/F-bench-pg'});
const c = new Client({ connectionString: postgres.url }); await c.connect(); const db = 'b' + Date.now(); await c.query(`create database ${db}`); await c.end();
const url = new URL(postgres.url); url.pathname = db;
const services = [contactsService, tablesService];
await migrate(url.href, migrationsOf(services as never));
const ports = await testPorts({ url: url.href, environment: { SPACE_CHECK_OUTPUTS: '0' } });
(ports as any).clock.now = () => Date.now();
const s = await startServices(services, ports);
const caller = newSpaceCaller();
const req = async (name: string, body: object, contract = 'rows') => {
  const r = await ports.bus.request(subjectOf(contract, name), { caller, params: {}, body: Buffer.from(JSON.stringify(body)), request_id: newId('evt'), deadline: Date.now() + 20000, trace: {} });
  if (r.problem) throw r.problem; return JSON.parse(Buffer.from(r.body).toString());
};
const t = await req('create', { name: 'Bench', columns: [
  { key: 'name', label: 'n', type: 'text' }, { key: 'amount', label: 'a', type: 'number' }, { key: 'stage', label: 's', type: 'select', options: ['lead', 'won', 'lost'] },
  { key: 'day', label: 'd', type: 'date' }, { key: 'done', label: 'dn', type: 'checkbox' }, { key: 'email', label: 'e', type: 'email' }, { key: 'notes', label: 'no', type: 'long_text' },
  { key: 'double', label: 'do', type: 'formula', field_config: { expression: '{amount} * 2' } } ] }, 'tables');
const row = (i: number) => ({ name: `Engine ${i}`, amount: i, stage: 'won', day: '2026-01-02', done: true, email: `x${i}@example.com`, notes: 'Some words about it, and a few more.' });
let n = 0;
import { readdirSync, readFileSync } from 'node:fs';
const pm = readFileSync('/tmp/F-bench-pg/data/postmaster.pid','utf8').split('\n')[0];
const pgcpu = () => { let t = 0; for (const d of readdirSync('/proc')) if (/^\d+$/.test(d)) try { const f = readFileSync(`/proc/${d}/stat`, 'utf8').split(') ')[1]!.split(' '); if (f[1] === pm) t += Number(f[11]) + Number(f[12]); } catch {} return t / 100; };
async function load(what: string, conc: number, seconds: number, act: () => Promise<number>) {
  let count = 0; const cpu = process.cpuUsage(); const pg0 = pgcpu(); const end = performance.now() + seconds * 1000; const begin = performance.now();
  await Promise.all(Array.from({ length: conc }, async () => { while (performance.now() < end) { const k = await act(); count += k; } }));
  const used = process.cpuUsage(cpu); const el = (performance.now() - begin) / 1000;
  console.log(what, Math.round(count / el), 'per s; node us/op', Math.round((used.user + used.system) / count), 'pg us/op', Math.round((pgcpu() - pg0) * 1e6 / count));
}
const table_id = t.id;
const bulk = async () => { await req('create_bulk', { table_id, rows: Array.from({ length: 100 }, () => row(n++)) }); return 100; };
const single = async () => { await req('create', { table_id, data: row(n++) }); return 1; };
const ids: string[] = (await req('create_bulk', { table_id, rows: Array.from({ length: 100 }, () => row(n++)) })).data.map((r: any) => r.id);
const update = async () => { await req('update', { table_id, row_id: ids[n++ % 100], data: { amount: n } }); return 1; };
const part = process.argv[2];
await load('warm', 4, 1, single);
if (!part || part === 'bulk') { await load('bulk rows', 4, 4, bulk); await load('bulk rows', 8, 4, bulk); }
if (!part || part === 'single') { await load('single', 16, 4, single); await load('single', 32, 4, single); }
if (!part || part === 'update') await load('update', 16, 4, update);
await s.stop(); await postgres.stop(); process.exit(0);
