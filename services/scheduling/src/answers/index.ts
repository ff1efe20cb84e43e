/** The validation of answers to forms, for programs that measure it. */
export { type CompiledForm, compileForm } from './compile-form.ts';
