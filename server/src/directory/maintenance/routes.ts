import type { AnyRoute } from '../../platform/http/route.ts';
import type { DirectoryDeps } from '../directory-deps.ts';

/** Status and cache, group Options. */
export const maintenanceRoutes = (_deps: DirectoryDeps): readonly AnyRoute[] => [];
