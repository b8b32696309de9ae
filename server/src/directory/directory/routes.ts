import type { AnyRoute } from '../../platform/http/route.ts';
import type { DirectoryDeps } from '../directory-deps.ts';

/** The directory paths of contract B17, group Options. */
export const directoryRoutes = (_deps: DirectoryDeps): readonly AnyRoute[] => [];
