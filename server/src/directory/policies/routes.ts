import type { AnyRoute } from '../../platform/http/route.ts';
import type { DirectoryDeps } from '../directory-deps.ts';

/** Policies of one subscriber, asked by the application. */
export const subscriberPolicyRoutes = (_deps: DirectoryDeps): readonly AnyRoute[] => [];
