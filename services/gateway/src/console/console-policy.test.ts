import { expect, test } from '@jest/globals';
import { shellHeaders } from './console-policy.ts';

const policyAt = (apiUrl: string): readonly string[] => {
  const headers = shellHeaders({ consoleUrl: 'https://console.example.com', publicUrl: 'https://pages.example.com/base', apiUrl });
  return headers[headers.indexOf('Content-Security-Policy') + 1]!.split('; ');
};

test.each([
  ['http://localhost:8080', 'http://localhost:8080/v1/uploads/ ws://localhost:8080/v1/live/'],
  ['https://example.com/space', 'https://example.com/space/v1/uploads/ wss://example.com/space/v1/live/'],
])('the console at the API %s may send bytes of uploads and edit live there, and asks itself alone otherwise', (apiUrl, doors) => {
  const policy = policyAt(apiUrl);
  expect(policy).toContain(`connect-src 'self' ${doors}`);
  expect(policy).toContain('frame-src https://pages.example.com');
  expect(policy.filter((directive) => directive.includes(new URL(apiUrl).origin))).toHaveLength(1);
});
