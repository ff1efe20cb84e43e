import type { Form } from '@space/contracts/scheduling';
import { html, type PageLocale, type Part } from '@space/web';
import { errorSentence } from './field-layout.ts';

/** Returns the attributes from which the script shows one part of a form after another: labels of its buttons, progress and errors. */
export function walkAttributes(locale: PageLocale, layout: Form['layout']): Part {
  const { labels } = locale;
  const stepOf = layout === 'one_question' ? labels.question_of('{at}', '{all}') : labels.step('{at}', '{all}');
  const required = errorSentence(locale, undefined, { code: 'required', message: 'is required' });
  return html` data-back="${labels.back}" data-next="${labels.next}" data-step-of="${stepOf}" data-required="${required}"`;
}
