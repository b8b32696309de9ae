import type { AnyRoute } from '../../platform/http/route.ts';
import type { DirectoryDeps } from '../directory-deps.ts';

/** The health status. */
export const healthRoutes = (_deps: DirectoryDeps): readonly AnyRoute[] => [];
