import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gatewayAddresses, gatewayService } from '@space/gateway';
import { startServices, type TestServices, testPorts } from '@space/runtime/testing';
import { publishingService } from '../src/service.ts';

/** A form page as scheduling would serve it: what it answers, and what was sent to it. */
interface TestForms {
  headers: Record<string, string>;
  readonly sent: { readonly path: string; readonly headers: IncomingMessage['headers']; readonly body: string }[];
}

/** The origins of one system: the API, the second origin with forms on it, and a console that knows a secret. */
export interface TestOrigins extends TestServices {
  readonly api: string;
  readonly publicUrl: string;
  readonly console: string;
  readonly forms: TestForms;
}

/** What only the console's own pages may read. */
export const SECRET = 'the-secret-of-the-console';

const FORM =
  '<!doctype html><html lang="en"><title>Form</title><form method="post"><input name="email" aria-label="Email"><button>Send</button></form><script>parent.postMessage({ space_frame_height: 911.5 }, "*")</script>';

const listen = async (handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<{ server: Server; url: string }> => {
  const server = createServer(handle);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

/** Starts them. All are on one host, so that nothing but the origin keeps them apart: browsers send cookies to every port. */
export async function startOrigins(): Promise<TestOrigins> {
  const forms: TestForms = { headers: {}, sent: [] };
  let behind = 0;
  const front = await listen((asked, response) => {
    const path = asked.url ?? '/';
    if (/^\/(f|book)\//.test(path)) return void answerForm(asked, response, forms);
    const onward = request({ port: behind, host: '127.0.0.1', path, method: asked.method, headers: asked.headers }, (got) => {
      response.writeHead(got.statusCode ?? 500, got.rawHeaders);
      got.pipe(response);
    });
    asked.pipe(onward);
  });
  const console = await listen((_asked, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': `session=${SECRET}; Path=/` });
    response.end(
      `<!doctype html><title>Console</title><p id="secret">${SECRET}</p><script>localStorage.setItem('key', '${SECRET}')</script>`,
    );
  });
  const ports = await testPorts({ environment: { SPACE_PUBLIC_URL: front.url, SPACE_RATE_LIMIT: '0' } });
  const services = await startServices([publishingService, gatewayService], ports);
  const addresses = gatewayAddresses();
  behind = addresses.public;
  return {
    ...services,
    api: `http://127.0.0.1:${addresses.api}`,
    publicUrl: front.url,
    console: console.url,
    forms,
    async stop() {
      for (const { server } of [front, console]) server.close().closeAllConnections();
      await services.stop();
    },
  };
}

async function answerForm(asked: IncomingMessage, response: ServerResponse, forms: TestForms): Promise<void> {
  let body = '';
  for await (const chunk of asked) body += String(chunk);
  if (asked.method === 'POST') forms.sent.push({ path: asked.url ?? '', headers: asked.headers, body });
  response.writeHead(200, { 'Content-Type': 'text/html', ...forms.headers });
  response.end(asked.method === 'POST' ? '<!doctype html><title>Thanks</title><p>Thank you' : FORM);
}
