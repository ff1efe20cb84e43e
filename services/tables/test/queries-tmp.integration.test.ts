import { test } from '@jest/globals';
import { sql } from '@space/database';
import { z } from 'zod';
import { testPorts, startServices, callAs } from '@space/runtime/testing';
import { openDatabase } from '@space/database';
import { rows } from '@space/contracts';
import { makeTable, testSchemas } from './testing-table.ts';
import { rowReaders } from '../src/query/rows-list.ts';
import { itemJson } from '../src/query/page-json.ts';
import { choose, keyColumn, runSql } from '../src/query/which-rows.ts';
import { readingOf } from '../src/query/reading.ts';
test('x', async () => {
  const ports = await testPorts();
  const cols: any = { name: { type: 'text' } };
  for (let i = 2; i <= 10; i++) cols[`col_${i}`] = { type: ['number', 'text', 'select', 'checkbox', 'date', 'datetime'][i % 6], options: i % 6 === 2 ? ['A'] : [] };
  const t = await makeTable(ports, cols);
  const heap = sql.identifier(['tables', t.heap]);
  await ports.database.query(sql.typeAlias('void')`
    insert into ${heap} (id, seq, created_at, updated_at, created_by, updated_by, data)
    select 'row_' || lpad(n::text, 26, '0'), n, now(), now(), '{"kind":"api_key","id":"k","name":"K"}', '{"kind":"api_key","id":"k","name":"K"}',
      jsonb_build_object('c1', 'Engine ' || n, 'c2', 'opt_a', 'c3', true, 'c4', '2020-01-01', 'c5', '2020-01-01T00:00:00.000Z', 'c6', n, 'c7', 'some text ' || n, 'c8', 'opt_a', 'c9', false, 'c10', '2020-01-01')
    from generate_series(1, 100000) as n`);
  await ports.database.query(sql.typeAlias('void')`analyze ${heap}`);
  const schema = await testSchemas(ports).read(ports.database, t.caller.space_id, t.table_id);
  const reading = await readingOf(ports.database, schema, Date.now());
  const chosen = choose(reading, {});
  const q = runSql(chosen, sql.fragment`${keyColumn(chosen)}, ${itemJson(reading, schema.columns)} as item`, { where: null }, 51);
  const inner = sql.fragment`(select row_to_json(d) from (select (r.data->'c1') as "name", (r.data->'c2') as "col_2", coalesce((r.data->'c3')::boolean, false) as "col_3", (r.data->'c4') as "col_4", (r.data->'c5') as "col_5", (r.data->'c6') as "col_6", (r.data->'c7') as "col_7", (r.data->'c8') as "col_8", coalesce((r.data->'c9')::boolean, false) as "col_9", (r.data->'c10') as "col_10") as d)`;
  const t1 = (c: string) => sql.fragment`coalesce((r.data->${sql.literalValue(c)})::text, 'null')`;
  const variants: Record<string, any> = {
    current: itemJson(reading, schema.columns),
    concat: sql.fragment`'{"id":"' || r.id || '","created_at":"' || to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","updated_at":"' || to_char(r.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","title":' || coalesce((r.data->'c1')::text, 'null') || ',"data":' || ${inner}::text || '}'`,
    epoch: sql.fragment`'{"id":"' || r.id || '","title":' || coalesce((r.data->'c1')::text, 'null') || ',"data":' || ${inner}::text || '}'`,
    allconcat: sql.fragment`concat('{"id":"', r.id, '","created_at":"', to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '","updated_at":"', to_char(r.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '","title":', ${t1('c1')}, ',"data":{"name":', ${t1('c1')}, ',"col_2":', ${t1('c2')}, ',"col_3":', coalesce((r.data->'c3')::text, 'false'), ',"col_4":', ${t1('c4')}, ',"col_5":', ${t1('c5')}, ',"col_6":', ${t1('c6')}, ',"col_7":', ${t1('c7')}, ',"col_8":', ${t1('c8')}, ',"col_9":', coalesce((r.data->'c9')::text, 'false'), ',"col_10":', ${t1('c10')}, '}}')`,
    datatext: sql.fragment`r.data::text`,
    rowtojson_only: sql.fragment`${inner}::text`,
    chars: sql.fragment`to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || to_char(r.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    tojson: sql.fragment`to_json(r.created_at at time zone 'UTC')::text || to_json(r.updated_at at time zone 'UTC')::text`,
    nothing: sql.fragment`r.id`,
  };
  const best: Record<string, number> = {};
  for (let i = 0; i < 5; i++) for (const [name, v] of Object.entries(variants)) {
    const start = performance.now();
    await ports.database.one(sql.unsafe`select sum(length(item)) from (select ${v} as item from ${heap} as r limit 20000) as x`);
    best[name] = Math.min(best[name] ?? 1e9, (performance.now() - start) / 20);
  }
  console.log('us per row', best);
  const database = await openDatabase(ports.url, { connections: 10 });
  const fast = { ...ports, database };
  const handlers = rowReaders(fast, (await import('../src/schemas.ts')).schemasOf(database));
  const call: any = { caller: t.caller, input: { table_id: t.table_id, limit: 50, offset: 0, include_total: false }, request_id: 'r', trace: {} };
  const bench = async (name: string, c: any, n = 4000) => {
    for (let i = 0; i < 200; i++) await handlers.list(c);
    const start = performance.now(); const cpu = process.cpuUsage();
    let left = n;
    await Promise.all(Array.from({ length: 8 }, async () => { while (left-- > 0) await handlers.list(c); }));
    const ms = performance.now() - start; const used = process.cpuUsage(cpu);
    console.log(name, Math.round(n / ms * 1000), 'req/s; node cpu per request', ((used.user + used.system) / n / 1000).toFixed(3), 'ms');
  };
  await bench('first', call, 2000);
  if (process.env.ALL) await bench('sorted id desc (general)', { ...call, input: { ...call.input, sort: [{ column_key: 'id', direction: 'desc' }] } }, 1500);
  if (process.env.ALL) await bench('limit 10', { ...call, input: { ...call.input, limit: 10 } }, 3000);
  await database.end();
}, 120000);
