import type { CDPSession, Page } from 'playwright-core';

type Node = Awaited<ReturnType<typeof nodesOf>>[number];

/** Roles that readers do not say, and texts that stand in the names of the parts around them. */
const SILENT = ['generic', 'none', 'StaticText', 'InlineTextBox'];

/** States that readers say, in this order. */
const SAID = ['focused', 'selected', 'invalid', 'readonly', 'multiselectable'];

/** Attributes that give a part its place among others. The tree of the protocol leaves them out. */
const PLACES = ['aria-rowcount', 'aria-colcount', 'aria-rowindex', 'aria-colindex', 'aria-sort'];

const nodesOf = async (cdp: CDPSession) => (await cdp.send('Accessibility.getFullAXTree')).nodes;

/**
 * Returns the parts of a page inside an element as the browser gives them to a screen reader: one line each with role, name, value,
 * description, states and place, such as `gridcell "Lead" selected colindex=3`. Parts of parts are indented by two spaces.
 */
export async function readersTree(page: Page, selector: string): Promise<readonly string[]> {
  const cdp = await page.context().newCDPSession(page);
  const { root } = await cdp.send('DOM.getDocument');
  const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { node } = await cdp.send('DOM.describeNode', { nodeId });
  const all = await nodesOf(cdp);
  const nodes = new Map(all.map((one) => [one.nodeId, one]));
  const lines: string[] = [];
  /** Returns the part that a reader says in place of the one that has the focus. */
  function activeOf({ properties = [] }: Node): string {
    const active = properties.find(({ name }) => String(name) === 'activedescendant')?.value.relatedNodes?.[0]?.backendDOMNodeId;
    const part = active === undefined ? undefined : all.find(({ backendDOMNodeId }) => backendDOMNodeId === active);
    return part ? ` → ${part.role?.value} ${JSON.stringify(part.name?.value)}` : '';
  }
  async function walk(one: Node, depth: number): Promise<void> {
    const isSaid = !one.ignored && !SILENT.includes(one.role?.value);
    if (isSaid) lines.push(`${'  '.repeat(depth)}${await lineOf(cdp, one)}${activeOf(one)}`);
    for (const id of one.childIds ?? []) await walk(nodes.get(id)!, isSaid ? depth + 1 : depth);
  }
  await walk(all.find(({ backendDOMNodeId }) => backendDOMNodeId === node.backendNodeId)!, 0);
  await cdp.detach();
  return lines;
}

async function lineOf(cdp: CDPSession, { role, name, value, description, properties = [], backendDOMNodeId }: Node): Promise<string> {
  const states = SAID.filter((state) => [true, 'true'].includes(properties.find((property) => property.name === state)?.value.value));
  const { node } = await cdp.send('DOM.describeNode', { backendNodeId: backendDOMNodeId! });
  const attributes = node.attributes ?? [];
  const places = PLACES.flatMap((place) => {
    const at = attributes.indexOf(place);
    return at === -1 ? [] : [`${place.slice('aria-'.length)}=${attributes[at + 1]}`];
  });
  const texts = [value && `value "${value.value}"`, description?.value && `(${description.value})`].filter(Boolean);
  return [role?.value, JSON.stringify(name?.value ?? ''), ...texts, ...states, ...places].join(' ');
}
