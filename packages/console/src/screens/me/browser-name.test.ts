import { expect, test } from '@jest/globals';
import { browserName } from './browser-name.ts';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36', 'Chrome on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Safari/604.1', 'Safari on iOS'],
  ['curl/8.5.0', 'A browser'],
  ['', 'Unknown browser'],
])('%s is %s', (user_agent, name) => {
  expect(browserName(user_agent)).toBe(name);
});
