import { expect, test } from '@jest/globals';
import { contactDirectory } from '@space/contracts/contacts';
import type { Request } from './bus.ts';
import { request } from './request.ts';

const caller = { space_id: 'spc_1', key_id: 'key_1', actor: { kind: 'api_key', id: 'key_1', name: 'Key' } } as const;

test.each([true, undefined])('request passes on dry_run: %s of the call', async (dry_run) => {
  const sent: Request[] = [];
  const bus = {
    request: async (_subject: string, request: Request) => {
      sent.push(request);
      return { body: new TextEncoder().encode('{"contacts":[]}') };
    },
  };
  await request(bus, { caller, request_id: 'req_1', trace: {}, dry_run }, contactDirectory, 'resolve', { ids: ['con_1'] });
  expect(sent).toMatchObject([{ caller, request_id: 'req_1', dry_run }]);
});
