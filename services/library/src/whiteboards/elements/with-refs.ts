import type { BoardElement, NewElement } from '@space/contracts/whiteboard-elements';

/** Returns new elements, in the order of a call, with the refs by which the call named them. */
export const withRefs = (elements: readonly BoardElement[], given: readonly Pick<NewElement, 'ref'>[]) =>
  elements.map((element, index) => {
    const ref = given[index]?.ref;
    return ref === undefined ? element : { ...element, ref };
  });
