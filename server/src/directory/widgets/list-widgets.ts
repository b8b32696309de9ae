import type { Handle } from '../../platform/database/index.ts';
import { type StoredWidget, selectWidgetsOfService } from './widget-store.ts';

/** All widgets of one service, for those who manage it. */
export const listWidgets = async (handle: Handle, input: { readonly serviceId: string }): Promise<StoredWidget[]> =>
  await selectWidgetsOfService(handle, input.serviceId);
