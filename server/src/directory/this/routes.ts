import type { AnyRoute } from '../../platform/http/route.ts';
import type { DirectoryDeps } from '../directory-deps.ts';

/** Group This: the calling application, its services, their subscribers, and users. */
export const thisRoutes = (_deps: DirectoryDeps): readonly AnyRoute[] => [];
