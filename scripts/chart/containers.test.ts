import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { composeServices } from './compose.ts';
import { CHART } from './helm.ts';

const ALL_ADDRESSES = '0.0.0.0';

test('processes in containers listen on all addresses of the container', () => {
  expect(readFileSync(join(CHART, '..', '..', 'Dockerfile'), 'utf8')).toMatch(/^ {4}SPACE_HOST=0\.0\.0\.0 \\$/m);
  const ours = Object.values(composeServices()).filter(({ image }) => image.startsWith('space-api:'));
  expect(ours.length).toBeGreaterThan(5);
  for (const { environment } of ours) expect(environment?.SPACE_HOST).toBe(ALL_ADDRESSES);
  const values = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as { config: Record<string, string> };
  expect(values.config.SPACE_HOST).toBe(ALL_ADDRESSES);
});

test('the logs of all containers of docker-compose.yml are rotated', () => {
  for (const { logging } of Object.values(composeServices()))
    expect(logging?.options).toEqual({ 'max-size': expect.stringMatching(/^\d+m$/), 'max-file': expect.stringMatching(/^\d+$/) });
});
