import { expect, test } from '@jest/globals';
import { attemptCurl } from './attempt-curl.ts';

test('a curl command repeats headers and body, with quotes escaped', () => {
  const curl = attemptCurl('https://example.com/hook', {
    headers: { 'content-type': 'application/json', 'Content-Length': '20', 'service-event': 'contact_created' },
    body: `{"name":"O'Neil"}`,
  });
  expect(curl).toBe(
    [
      `curl -X POST 'https://example.com/hook'`,
      `  -H 'content-type: application/json'`,
      `  -H 'service-event: contact_created'`,
      String.raw`  --data-binary '{"name":"O'\''Neil"}'`,
    ].join(' \\\n'),
  );
});
