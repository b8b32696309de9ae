import type { AnyRoute } from '../../platform/http/route.ts';
import type { DirectoryDeps } from '../directory-deps.ts';

/** Notifications that a service sends to its subscribers. */
export const notificationRoutes = (_deps: DirectoryDeps): readonly AnyRoute[] => [];
