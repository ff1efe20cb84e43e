import { describe, expect, test } from '@jest/globals';
import {
  contentSecurityPolicy,
  cspHash,
  errorPage,
  html,
  htmlDocument,
  PLAIN_STYLE,
  plainContext,
  plainDocument,
  plainPolicy,
  strictPolicy,
  visitorLimiter,
} from './index.ts';

test('htmlDocument escapes its title and text and hides the page from crawlers when asked', () => {
  const page = htmlDocument({ title: '<A & B>', style: 'p{}', body: html`<p>${'<x>'}</p>`, isHidden: true });
  expect(page).toContain('<title>&lt;A &amp; B&gt;</title>');
  expect(page).toContain('<p>&lt;x&gt;</p>');
  expect(page).toContain('noindex');
  expect(htmlDocument({ title: 'A', style: '', body: '', language: 'de' })).toContain('<html lang="de">');
  expect(htmlDocument({ title: 'A', style: '', body: '' })).not.toContain('noindex');
});

test('strictPolicy allows one style and nothing else, and takes other directives', () => {
  const policy = contentSecurityPolicy(strictPolicy('p{}', { 'form-action': ["'self'", 'https://a.example'], 'img-src': [] }));
  expect(policy).toBe(
    `default-src 'none'; style-src ${cspHash('p{}')}; base-uri 'none'; form-action 'self' https://a.example; frame-ancestors 'none'; img-src 'none'`,
  );
  expect(cspHash('p{}')).toMatch(/^'sha256-[A-Za-z0-9+/]{43}='$/);
  expect(contentSecurityPolicy({ sandbox: true, 'base-uri': "'none'" })).toBe("sandbox; base-uri 'none'");
  expect(contentSecurityPolicy(strictPolicy('p{}', { 'frame-ancestors': null }))).not.toContain('frame-ancestors');
});

test('errorPage depends on the status and the language only; the policy fits the style of the page', () => {
  const { theme, locale } = plainContext('en');
  const { labels } = locale;
  expect(errorPage(404, labels).heading).toBe('There is no page at this address');
  expect(errorPage(404, plainContext('de').locale.labels).heading).toBe('Unter dieser Adresse gibt es keine Seite');
  expect(errorPage(418, labels)).toEqual(errorPage(404, labels));
  expect(errorPage(599, labels)).toEqual(errorPage(500, labels));
  expect(errorPage(504, labels)).toEqual(errorPage(503, labels));
  expect(plainDocument(errorPage(429, labels), plainContext('de-AT'))).toContain('<html lang="de-AT">');
  expect(plainDocument(errorPage(429, labels), plainContext('en'))).toContain(`<style>${PLAIN_STYLE}</style>`);
  expect(plainPolicy(theme)).toContain(cspHash(PLAIN_STYLE));
  expect(plainPolicy(theme, "'self'")).toContain("frame-ancestors 'self'");
  expect(plainPolicy(theme, null)).not.toContain('frame-ancestors');
});

describe('visitorLimiter', () => {
  test('gives each visitor its points for each subject and says how long to wait', () => {
    const limiter = visitorLimiter({ points: 2, seconds: 60 });
    expect([limiter.take('a', '192.0.2.1'), limiter.take('a', '192.0.2.1')]).toEqual([0, 0]);
    const wait = limiter.take('a', '192.0.2.1');
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(limiter.take('a', '192.0.2.2')).toBe(0);
    expect(limiter.take('b', '192.0.2.1')).toBe(0);
    expect(limiter.take('c', '192.0.2.1', 3)).toBeGreaterThan(0);
  });

  test('counts all addresses of one IPv6 /64 as one visitor, also where the network is compressed', () => {
    const limiter = visitorLimiter({ points: 1 });
    expect(limiter.take('a', '2001:db8::1')).toBe(0);
    expect(limiter.take('a', '2001:db8::2')).toBeGreaterThan(0);
    expect(limiter.take('a', '2001:db8:0:1::1')).toBe(0);
  });

  test('shares points among visitors and does not take shared points for a refused visitor', () => {
    const limiter = visitorLimiter({ points: 1, sharedPoints: 2 });
    expect(limiter.take('a', '192.0.2.1')).toBe(0);
    expect(limiter.take('a', '192.0.2.1')).toBeGreaterThan(0);
    expect(limiter.take('a', '192.0.2.2')).toBe(0);
    expect(limiter.take('a', '192.0.2.3')).toBeGreaterThan(0);
  });
});
