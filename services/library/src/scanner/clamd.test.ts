import { expect, test } from '@jest/globals';
import { readClamdAddress } from './clamd.ts';

test.each([
  ['clamd://scanner:3311', { host: 'scanner', port: 3_311 }],
  ['clamd://scanner', { host: 'scanner', port: 3_310 }],
  ['clamd://[::1]:3310/', { host: '::1', port: 3_310 }],
  ['clamd:///run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
])('reads the address %s', (text, address) => {
  expect(readClamdAddress(text)).toEqual(address);
});

test.each(['scanner:3310', 'http://scanner:3310', 'clamd://', 'clamd://scanner/path', 'clamd://user@scanner', 'clamd://scanner:99999', ''])(
  'refuses the address %j',
  (text) => {
    expect(readClamdAddress(text)).toBeUndefined();
  },
);
