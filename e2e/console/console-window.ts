import type { Browser, Page } from 'playwright-core';
import type { TestPerson } from '../people.ts';

/** Milliseconds that a test waits for an element. */
const TIMEOUT_MS = 90_000;

/** The look of a browser. */
export interface Look {
  /** Width of the screen in pixels. */
  readonly width: number;
  readonly dark: boolean;
}

/** A tab of the console, and what was wrong in it so far. */
export interface ConsolePage {
  readonly page: Page;
  /** Errors of scripts and of the browser's console, violations of the policy, requests to other hosts. */
  readonly complaints: string[];
  /** Opens an address of the console. */
  open(path: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a tab of a new browser window on the console at an address, in which `person` is signed in. Frames of `framed` origins may load,
 * and what they log is theirs.
 */
export async function openConsoleAt(
  console_url: string,
  browser: Browser,
  person?: Pick<TestPerson, 'cookie'>,
  { width, dark }: Look = { width: 1280, dark: false },
  framed: readonly string[] = [],
): Promise<ConsolePage> {
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    colorScheme: dark ? 'dark' : 'light',
    locale: 'en-US',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  if (person) {
    const [name, value] = person.cookie.split('=') as [string, string];
    await context.addCookies([{ name, value, url: console_url }]);
  }
  const complaints: string[] = [];
  const isFramed = (url: string): boolean => framed.some((origin) => url.startsWith(`${origin}/`));
  await context.addInitScript(
    "addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => console.error('violates', violatedDirective, blockedURI))",
  );
  const page = await context.newPage();
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isFramed(message.location().url)) complaints.push(message.text());
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    const isOwn = origin === new URL(console_url).origin;
    if (/^https?:$/.test(protocol) && !isOwn && !isFramed(request.url())) complaints.push(`asks ${request.url()}`);
  });
  return { page, complaints, open: async (path) => void (await page.goto(console_url + path)), close: () => context.close() };
}
