/** The rules of forms for programs in a browser; nothing here loads a schema. */
export { type Answers, fieldsInCondition, holds } from './evaluate-condition.ts';
export { formFieldKind, stepRange } from './form-field-kinds.ts';
export { contactFields, formFieldTypes } from './form-field-types.ts';
