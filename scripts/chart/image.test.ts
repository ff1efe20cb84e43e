import { expect, test } from '@jest/globals';
import { imageFault } from './image.ts';

test('requires an exact version and rejects the frozen Bitnami images', () => {
  for (const image of [
    'postgres:18.6',
    'prom/prometheus:v3.15.0',
    'localhost:5000/space-api:1.0.0',
    `space-api:1.0.0@sha256:${'0'.repeat(64)}`,
  ])
    expect(imageFault(image)).toBeUndefined();
  for (const image of [
    'postgres',
    'localhost:5000/space-api',
    'nats:latest',
    'postgres:18',
    'docker.io/bitnami/kafka:4.1.0',
    'bitnamilegacy/nats:2.1.0',
  ])
    expect(imageFault(image)).toContain(image);
});
