import { z } from 'zod';
import { elementText } from './element.ts';
import { MAX_DIAGRAM } from './limits.ts';
import { elementRef } from './new-element.ts';

/** A node of a diagram: an element with a text. */
const DiagramNode = z.strictObject({
  ref: elementRef.describe('The name that edges use'),
  label: elementText,
  shape: z.enum(['rectangle', 'ellipse', 'diamond', 'sticky']).default('rectangle'),
});

/** An edge of a diagram: a connector with an arrow. */
const DiagramEdge = z.strictObject({
  from: elementRef.describe('The ref of a node'),
  to: elementRef.describe('The ref of a node'),
  label: elementText.optional(),
});

/** A diagram that is laid out in a frame, in layers along its edges. */
export const Diagram = z.strictObject({
  nodes: z.array(DiagramNode).min(1).max(MAX_DIAGRAM.nodes),
  edges: z.array(DiagramEdge).max(MAX_DIAGRAM.edges).default([]),
  direction: z.enum(['down', 'right', 'up', 'left']).default('down').describe('Where the edges lead'),
  title: elementText.default('').describe('The title of the frame'),
});

/** A diagram that is laid out in a frame. */
export type Diagram = z.output<typeof Diagram>;

/** The layouts into which elements can be arranged: layers follow the connectors among them. */
export const arrangeLayouts = ['grid', 'rows', 'layers'] as const;

/** A layout into which elements can be arranged. */
export type ArrangeLayout = (typeof arrangeLayouts)[number];
