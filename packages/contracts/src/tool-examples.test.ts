import { expect, test } from '@jest/globals';
import { toolCatalog } from './catalog.ts';
import { toolExamples } from './tool-examples.ts';

test('every tool has six to ten requests that it is found by, and no two tools share one', () => {
  expect(Object.keys(toolExamples).sort()).toEqual([...toolCatalog.keys()].sort());
  for (const [name, { tool }] of toolCatalog) {
    expect({ name, examples: tool.examples!.length >= 6 && tool.examples!.length <= 10 }).toEqual({ name, examples: true });
    for (const example of tool.examples!) expect(example).not.toContain(name);
  }
  const all = Object.values(toolExamples).flat();
  expect(all).toHaveLength(new Set(all.map((example) => example.toLowerCase())).size);
});
