/** What programs in a browser use of the rules of forms; nothing here loads a schema. */
export { type Answers, fieldsInCondition, holds } from './evaluate-condition.ts';
export { formFieldKind, stepRange } from './form-field-kinds.ts';
export { contactFields, formFieldTypes } from './form-field-types.ts';
