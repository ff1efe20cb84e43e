import { expect, test } from '@jest/globals';
import { profile } from '../profile.ts';
import { newSpace } from '../space.ts';
import { expectWithinBudget } from './expect-budget.ts';
import { sendJson } from './send.ts';

/** Returns a multipart body of so many empty fields. */
const parts = (count: number): string => `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(count)}--b--\r\n`;

test('a form of 90,000 parts costs little, whether the form exists or not', async () => {
  const { client } = await newSpace();
  const { id } = await client.forms.create({ name: 'Apply', fields: [{ key: 'cv', label: 'CV', type: 'file' }] });
  for (const path of [`/f/${id}`, '/f/nothing', '/book/nothing'])
    expect(
      await expectWithinBudget('form', {
        method: 'POST',
        url: profile.public_url + path,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        body: parts(90_000),
      }),
    ).toMatchObject({ status: expect.any(Number) });
});

test('a form of the largest matrices is rejected, or cheap to show', async () => {
  const { api_key } = await newSpace();
  const rows = Array.from({ length: 50 }, (_, n) => `Row ${n}`);
  const options = Array.from({ length: 300 }, (_, n) => `o${n}`);
  for (const count of [1, 5, 20, 200]) {
    const fields = Array.from({ length: count }, (_, n) => ({ key: `m${n}`, label: 'Matrix', type: 'matrix', rows, options }));
    const made = await sendJson('POST', '/forms', api_key, { name: 'Survey', fields });
    expect([201, 400, 413]).toContain(made.status);
    if (made.status !== 201) continue;
    const { id } = JSON.parse(made.text) as { id: string };
    const shown = await expectWithinBudget('form', { method: 'GET', url: `${profile.public_url}/f/${id}` }, `a form of ${count} matrices`);
    expect(shown.status).toBe(200);
  }
});
