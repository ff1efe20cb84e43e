import { Plugin } from 'prosemirror-state';
import type { NodeViewConstructor } from 'prosemirror-view';
import { DetailsView } from './details-view.ts';
import { EmbedView } from './embed-view.ts';
import { ImageView } from './image-view.ts';
import { ItemView } from './item-view.ts';
import type { References } from './references.ts';

/** Returns the views of the nodes that are more than their element. */
export const nodeViews = (references: References): Readonly<Record<string, NodeViewConstructor>> => ({
  embed: (node) => new EmbedView(node, references),
  image: (node) => new ImageView(node, references),
  listItem: (node, view, position) => new ItemView(node, view, position),
  details: (node) => new DetailsView(node),
});

/** Makes the plugin that opens details when the cursor comes into their content, so that typed text is seen. */
export const openDetails = (): Plugin =>
  new Plugin({
    view: () => ({
      update(view) {
        const { $head } = view.state.selection;
        for (let depth = $head.depth; depth > 0; depth--) {
          if ($head.node(depth).type.name !== 'detailsContent') continue;
          const dom = view.nodeDOM($head.before(depth - 1));
          if (dom instanceof HTMLElement && !dom.classList.contains('open'))
            dom.querySelector<HTMLElement>(':scope > .details-toggle')?.click();
        }
      },
    }),
  });
