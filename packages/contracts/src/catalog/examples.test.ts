import { expect, test } from '@jest/globals';
import { toolCatalog } from './catalog.ts';
import { examplesFor } from './examples.ts';

test('every tool has six to ten example requests, and no two tools share one', () => {
  const all = [...toolCatalog].flatMap(([name, { tool }]) => {
    expect({ name, examples: tool.examples!.length >= 6 && tool.examples!.length <= 10 }).toEqual({ name, examples: true });
    for (const example of tool.examples!) expect(example).not.toContain(name);
    return tool.examples!;
  });
  expect(all).toHaveLength(new Set(all.map((example) => example.toLowerCase())).size);
});

test('loading the catalog throws for requests of an unknown tool and for a tool without requests', () => {
  const names = [...toolCatalog.keys()];
  expect(() => examplesFor(names.slice(1))).toThrow(names[0]);
  expect(() => examplesFor([...names, 'fly_to_the_moon'])).toThrow('fly_to_the_moon');
});
