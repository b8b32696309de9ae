import type { AnyRoute } from '../../platform/http/route.ts';
import type { DirectoryDeps } from '../directory-deps.ts';

/** Group My: the signed-in user. */
export const myRoutes = (_deps: DirectoryDeps): readonly AnyRoute[] => [];
