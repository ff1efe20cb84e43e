// Shows and hides fields by their conditions. The form works without it, and the server validates everything again.
// The text of the server's function `holds` precedes this file.

const fields = [...document.querySelectorAll('[data-key]')];
const form = document.querySelector('form');

const controlsOf = (field) => (field.matches('input') ? [field] : [...field.querySelectorAll('input, select, textarea')]);

/** The pattern of numbers that the server accepts. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** Returns the current answer in a field, as the server reads it. */
function answerOf(field) {
  const { type } = field.dataset;
  const place = field.querySelector('[data-other]');
  const controls = controlsOf(field).filter((one) => !one.closest('[data-other]'));
  const written = place?.querySelector('input').value.trim();
  const said = (value) => (written && JSON.parse(place.dataset.other).includes(value) ? written : value);
  switch (type) {
    case 'multi_select':
      return controls.filter((one) => one.checked).map((one) => said(one.value));
    case 'checkbox':
    case 'consent':
      return controls.some((one) => one.checked) ? true : undefined;
    case 'file':
      return controls.filter((one) => one.value !== '').map(() => 'a file');
    case 'ranking': {
      const places = controls.filter((one) => one.value !== '').sort((one, other) => Number(one.value) - Number(other.value));
      const isWhole = new Set(places.map((one) => one.value)).size === controls.length;
      return isWhole ? places.map((one) => one.dataset.part) : undefined;
    }
    case 'matrix':
    case 'address':
    case 'date_range':
      return controls.some((one) => (one.type === 'radio' ? one.checked : one.value !== '')) ? {} : undefined;
  }
  const value = controls.find((one) => one.type !== 'radio' || one.checked)?.value.trim();
  if (!value) return undefined;
  switch (type) {
    case 'number':
    case 'currency':
    case 'rating':
    case 'scale':
    case 'nps':
      return NUMBER.test(value) ? Number(value) : undefined;
    case 'yes_no':
      return value === 'true';
    default:
      return said(value);
  }
}

/** Shows and hides fields until nothing changes. Hidden fields count as empty and are not submitted. */
function arrange() {
  for (let round = 0; round <= fields.length; round++) {
    const answers = {};
    for (const field of fields) if (!field.hidden) answers[field.dataset.key] = answerOf(field);
    const lowered = new Map();
    let changed = false;
    for (const field of fields) {
      const { visibleIf } = field.dataset;
      const hide = visibleIf !== undefined && !holds(JSON.parse(visibleIf), answers, lowered);
      if (hide === field.hidden) continue;
      field.hidden = hide;
      for (const control of controlsOf(field)) control.disabled = hide;
      changed = true;
    }
    for (const field of fields) {
      const { requiredIf } = field.dataset;
      const mark = field.querySelector('.optional');
      if (requiredIf !== undefined && mark) mark.hidden = holds(JSON.parse(requiredIf), answers, lowered);
    }
    if (!changed) return;
  }
}

/** Shows the input for another text while an option that allows it is selected. */
function arrangeOthers() {
  for (const place of document.querySelectorAll('[data-other]')) {
    const field = place.closest('[data-key]');
    const chosen = [...field.querySelectorAll('input:checked, option:checked')].map((one) => one.value);
    place.hidden = !JSON.parse(place.dataset.other).some((value) => chosen.includes(value));
    place.querySelector('input').disabled = place.hidden || field.hidden;
  }
}

/** Shows one section at a time when there are several. */
function walk(sections) {
  const send = form.querySelector('.buttons');
  const back = Object.assign(document.createElement('button'), { type: 'button', className: 'second', textContent: 'Back' });
  const next = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Next' });
  const place = Object.assign(document.createElement('p'), { className: 'soft' });
  place.setAttribute('role', 'status');
  const last = send.querySelector('button');
  send.prepend(back, next);
  sections[0].before(place);
  const invalid = sections.findIndex((section) => section.querySelector('.invalid'));
  let at = 0;
  const show = (step, moved) => {
    at = step;
    for (const [index, section] of sections.entries()) section.hidden = index !== at;
    back.hidden = at === 0;
    next.hidden = at === sections.length - 1;
    last.hidden = !next.hidden;
    place.textContent = `Step ${at + 1} of ${sections.length}`;
    if (moved) place.scrollIntoView({ block: 'nearest' });
    if (moved) sections[at].querySelector('input:not([type=hidden]):enabled, select:enabled, textarea:enabled')?.focus();
  };
  next.addEventListener('click', () => show(at + 1, true));
  back.addEventListener('click', () => show(at - 1, true));
  // Enter leads to the next section; in the last one it submits.
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || next.hidden || !event.target.matches('input')) return;
    event.preventDefault();
    show(at + 1, true);
  });
  for (const link of document.querySelectorAll('.problems a'))
    link.addEventListener('click', () => {
      const target = document.getElementById(link.hash.slice(1));
      show(sections.indexOf(target?.closest('[data-step]')), false);
      target?.focus();
    });
  show(Math.max(0, invalid), false);
}

if (form) {
  const arrangeAll = () => {
    arrange();
    arrangeOthers();
  };
  arrangeAll();
  form.addEventListener('input', arrangeAll);
  const sections = [...form.querySelectorAll('[data-step]')].filter((section) => section.children.length > 0);
  if (sections.length > 1) walk(sections);
  const button = form.querySelector('button[type=submit]');
  form.addEventListener('submit', (event) => {
    if (button.getAttribute('aria-disabled') === 'true') return event.preventDefault();
    button.setAttribute('aria-disabled', 'true');
  });
  // Browsers ignore autofocus in frames of other origins.
  document.querySelector('[role=alert]')?.focus();
  // The browser may restore the page with a disabled button when the visitor navigates back.
  addEventListener('pageshow', () => button.removeAttribute('aria-disabled'));
}
