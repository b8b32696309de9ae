import type { Answer, AnyRoute } from '../../platform/http/route.ts';
import { failures } from '../this/failures.ts';

/** The same operation with the errors that the specification lists for every one; what it says of its own stays. */
export const withFailures = (route: AnyRoute): AnyRoute => {
  const usual = failures();
  const own = Object.entries(route.answers).map(([status, answer]): [string, Answer] => [
    status,
    { ...usual[Number(status)], ...answer },
  ]);
  return { ...route, answers: { ...usual, ...Object.fromEntries(own) } };
};
