import type { Handle } from '../../platform/database/index.ts';
import { type ChannelPreference, selectChannelPreferences } from './channel-preference-store.ts';

export const listChannelPreferences = async (
  handle: Handle,
  input: { readonly userId: string },
): Promise<ChannelPreference[]> => await selectChannelPreferences(handle, input.userId);
