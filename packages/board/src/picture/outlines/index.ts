/*
 * The lines of elements as data, for an editor that draws them itself: without fonts and without markup.
 */
export type { Point } from '../geometry/bounds.ts';
export { boxOf } from '../geometry/box.ts';
export { connectorCourse, polylineCourse } from '../lines/connector-course.ts';
export type { Course, Tip } from '../lines/course.ts';
export { diamondOutline, type Outline, rectangleOutline } from '../shapes/outline.ts';
export { type OutlinePaths, outlinePaths } from '../shapes/outline-paths.ts';
export { strokeAttributes } from '../shapes/stroke.ts';
