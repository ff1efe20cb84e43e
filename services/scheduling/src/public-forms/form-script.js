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

/** Shows one section at a time when there are several. Sections whose questions are all hidden by conditions are left out. */
function walk(sections) {
  const { back: backText, next: nextText, stepOf, required } = form.dataset;
  const send = form.querySelector(':scope > .buttons');
  const button = (className, textContent) => Object.assign(document.createElement('button'), { type: 'button', className, textContent });
  const back = button('second', backText);
  const next = button('', nextText);
  const place = Object.assign(document.createElement('p'), { className: 'soft place' });
  place.setAttribute('role', 'status');
  const bar = Object.assign(document.createElement('progress'), { className: 'progress' });
  bar.setAttribute('aria-hidden', 'true');
  const last = send.querySelector('button[type=submit]');
  send.prepend(back, next);
  sections[0].before(place, bar);
  let current =
    sections[
      Math.max(
        0,
        sections.findIndex((section) => section.querySelector('.invalid')),
      )
    ];
  const questionsOf = (section) => [...section.querySelectorAll('[data-key]')].filter((field) => field.dataset.type !== 'hidden');
  const isShown = (section) => {
    const questions = questionsOf(section);
    return questions.length === 0 || questions.some((field) => !field.hidden);
  };
  const show = (section, moved) => {
    current = section;
    const shown = sections.filter((one) => one === current || isShown(one));
    const at = shown.indexOf(current);
    for (const one of sections) one.hidden = one !== current;
    back.hidden = at === 0;
    next.hidden = at === shown.length - 1;
    last.hidden = !next.hidden;
    const text = stepOf.replace('{at}', at + 1).replace('{all}', shown.length);
    if (place.textContent !== text) place.textContent = text;
    bar.max = shown.length;
    bar.value = at + 1;
    if (moved) place.scrollIntoView({ block: 'nearest' });
    if (moved) (section.querySelector('input:checked') ?? firstControl(section))?.focus();
  };
  /** Returns the first required question of the section without an answer, and says so next to it. */
  const unanswered = () => {
    const open = questionsOf(current).filter((field) => !field.hidden && isRequired(field) && answerOf(field) === undefined);
    for (const field of questionsOf(current)) {
      const said = field.querySelector('[data-unanswered]');
      if (!open.includes(field)) said?.remove();
      else if (!said) {
        const error = Object.assign(document.createElement('p'), { className: 'error', textContent: required });
        error.dataset.unanswered = '';
        error.setAttribute('role', 'alert');
        field.append(error);
      }
    }
    return open[0];
  };
  const turn = (by) => {
    if (by > 0) for (const field of questionsOf(current)) acceptOrder(field);
    const missing = by > 0 ? unanswered() : undefined;
    if (missing) return firstControl(missing)?.focus();
    const shown = sections.filter((one) => one === current || isShown(one));
    show(shown[shown.indexOf(current) + by], true);
  };
  next.addEventListener('click', () => turn(1));
  back.addEventListener('click', () => turn(-1));
  // An answer may show or hide later sections.
  form.addEventListener('input', () => show(current, false));
  // Enter leads to the next section; in the last one it submits.
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || next.hidden || !event.target.matches('input')) return;
    event.preventDefault();
    turn(1);
  });
  for (const link of document.querySelectorAll('.problems a'))
    link.addEventListener('click', () => {
      const target = document.getElementById(link.hash.slice(1));
      const section = target?.closest('[data-step]');
      if (section) show(section, false);
      target?.focus();
    });
  show(current, false);
}

/** Returns true for a question that needs an answer now. */
const isRequired = (field) =>
  field.querySelector('[required], [aria-required=true]') !== null || field.querySelector('.optional')?.hidden === true;

/** Returns the first control of an element that can have the focus. The buttons of a ranking stand for its hidden lists. */
const firstControl = (place) =>
  [...place.querySelectorAll('input:not([type=hidden]):enabled, select:enabled, textarea:enabled, [data-move]')].find(
    (one) => !one.closest('[hidden]'),
  );

/** The functions that store the shown order of a ranking, by its field. */
const storedBy = new Map();

/** Stores the shown order of a ranking that must be answered. */
function acceptOrder(field) {
  if (!field.hidden && isRequired(field)) storedBy.get(field)?.();
}

/**
 * Replaces the lists of ranks by one list that can be dragged, with buttons to move each choice. The lists hold the answer: they
 * stay empty until the visitor moves a choice, or leaves or sends a ranking that must be answered.
 */
function rank(place) {
  const { help, up, down, now } = place.dataset;
  const selects = [...place.querySelectorAll('select')];
  const labelOf = (select) => place.querySelector(`label[for="${select.id}"]`).textContent;
  const list = Object.assign(document.createElement('ol'), { className: 'ranking' });
  const live = Object.assign(document.createElement('p'), { className: 'hidden' });
  live.setAttribute('role', 'status');
  const itemOf = (select) => {
    const item = document.createElement('li');
    item.dataset.select = select.id;
    const name = Object.assign(document.createElement('span'), { className: 'grip', textContent: labelOf(select) });
    item.append(name, mover(item, select, -1, '↑', up), mover(item, select, 1, '↓', down));
    name.addEventListener('pointerdown', (event) => drag(event, item));
    return item;
  };
  const mover = (item, select, by, arrow, text) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'second move', textContent: arrow });
    button.dataset.move = String(by);
    button.setAttribute('aria-label', text.replace('{label}', labelOf(select)));
    button.addEventListener('click', () => {
      const other = by < 0 ? item.previousElementSibling : item.nextElementSibling;
      if (other) by < 0 ? other.before(item) : other.after(item);
      store(item);
      button.focus();
    });
    return button;
  };
  /** Writes the order into the lists, and says the new rank of the moved choice. */
  const store = (moved) => {
    for (const [at, item] of [...list.children].entries()) document.getElementById(item.dataset.select).value = String(at + 1);
    if (moved) {
      const at = [...list.children].indexOf(moved) + 1;
      live.textContent = now.replace('{label}', moved.firstChild.textContent).replace('{place}', at);
    }
    form.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const drag = (event, item) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const before = [...list.children];
    const listeners = new AbortController();
    const { signal } = listeners;
    item.classList.add('dragged');
    item.setPointerCapture(event.pointerId);
    const middleOf = (one) => one.getBoundingClientRect().top + one.offsetHeight / 2;
    // The other choices move around the dragged one: an element that is moved in the document loses the pointer.
    const move = ({ clientY }) => {
      let other = item.previousElementSibling;
      while (other && clientY < middleOf(other)) {
        item.after(other);
        other = item.previousElementSibling;
      }
      other = item.nextElementSibling;
      while (other && clientY > middleOf(other)) {
        item.before(other);
        other = item.nextElementSibling;
      }
    };
    const end = () => {
      item.classList.remove('dragged');
      listeners.abort();
      // A tap moves nothing, and so answers nothing.
      if (before.some((one, at) => one !== list.children[at])) store(item);
    };
    item.addEventListener('pointermove', move, { signal });
    item.addEventListener('pointerup', end, { signal });
    item.addEventListener('pointercancel', end, { signal });
  };
  const rankOf = (select) => Number(select.value || selects.length + 1);
  list.append(...selects.toSorted((one, other) => rankOf(one) - rankOf(other)).map(itemOf));
  place.querySelector('.help').textContent = help;
  place.querySelector('.pair').hidden = true;
  place.append(list, live);
  const field = place.closest('[data-key]');
  storedBy.set(field, () => store());
  form.addEventListener('submit', () => acceptOrder(field));
}

if (form) {
  for (const place of document.querySelectorAll('[data-ranking]')) rank(place);
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
