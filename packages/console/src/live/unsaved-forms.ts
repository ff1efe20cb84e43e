/** Forms that a person has typed in and not sent. */
const unsaved = new Set<Element>();

/** Filters of lists change nothing, so nothing in them can be lost. The text of a document is saved as it is typed. */
const FORMS = 'form:not([role="search"]), [contenteditable="true"]:not(.doc-text)';

function formOf({ target }: Event): Element | null {
  return target instanceof Element && !target.matches('[type="search"]') ? target.closest(FORMS) : null;
}

/** Returns true while the page has a form with something unsaved in it. What the form was made from is not replaced meanwhile. */
export function hasUnsavedForm(): boolean {
  for (const form of unsaved) if (!form.isConnected) unsaved.delete(form);
  return unsaved.size > 0;
}

/** Watches the forms of the page, and returns the function that ends it. */
export function watchForms(): () => void {
  function onInput(event: Event): void {
    const form = formOf(event);
    if (form) unsaved.add(form);
  }
  function onSent(event: Event): void {
    if (event.target instanceof Element) unsaved.delete(event.target);
  }
  addEventListener('input', onInput, true);
  addEventListener('submit', onSent, true);
  addEventListener('reset', onSent, true);
  return function stop() {
    removeEventListener('input', onInput, true);
    removeEventListener('submit', onSent, true);
    removeEventListener('reset', onSent, true);
    unsaved.clear();
  };
}
