/** For tests of the pages that other areas add. */
export { goodPassword } from '../../factors/test/open-factors-bench.ts';
export { usePagesBench } from './open-pages-bench.ts';
export { alertOf, headingOf } from './test-browser.ts';
