import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { startHealth } from './health.ts';

test('/livez answers 503 with the reason when a part has given up, and /readyz while a check fails', async () => {
  const health = await startHealth('127.0.0.1', 0, new Registry());
  const read = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${health.port}${path}`);
    return { status: response.status, body: await response.json() };
  };
  expect(await read('/livez')).toEqual({ status: 200, body: { status: 'ok' } });
  expect(await read('/readyz')).toMatchObject({ status: 503, body: { status: 'not_ready' } });
  let outage: string | true = true;
  health.setReadinessChecks({ database: () => outage });
  health.setLivenessChecks({ database: () => outage });
  expect(await read('/readyz')).toEqual({ status: 200, body: { status: 'ok', checks: { database: 'ok' } } });
  expect(await read('/livez')).toEqual({ status: 200, body: { status: 'ok' } });
  outage = 'Postgres has given up.';
  expect(await read('/livez')).toEqual({ status: 503, body: { status: 'failed', checks: { database: outage } } });
  expect(await read('/readyz')).toMatchObject({ status: 503, body: { checks: { database: outage } } });
  await health.close();
});
