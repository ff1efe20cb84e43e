import { expect, test } from '@jest/globals';
import { consoleOrigin } from './console-origin.ts';
import { Html, html } from './html.ts';
import { publicOrigin } from './public-origin.ts';

test('html escapes each value unless it is Html', () => {
  expect(String(html`<p title="${`"'&`}">${'<b>'} ${new Html('<i>')}${[1, null, undefined, false, html`<br>`]}</p>`)).toBe(
    '<p title="&quot;&#39;&amp;">&lt;b&gt; <i>1<br></p>',
  );
});

test('publicOrigin is SPACE_PUBLIC_URL without a slash at its end, or a port of this machine', () => {
  expect(publicOrigin({ SPACE_PUBLIC_URL: 'https://pages.example.com//', SPACE_PUBLIC_PORT: 1 })).toBe('https://pages.example.com');
  expect(publicOrigin({ SPACE_PUBLIC_PORT: 8081 })).toBe('http://localhost:8081');
});

test('consoleOrigin is that of SPACE_CONSOLE_URL, or a port of this machine', () => {
  expect(consoleOrigin({ SPACE_CONSOLE_URL: 'https://console.example.com/', SPACE_CONSOLE_PORT: 1 })).toBe('https://console.example.com');
  expect(consoleOrigin({ SPACE_CONSOLE_PORT: 8082 })).toBe('http://localhost:8082');
});
