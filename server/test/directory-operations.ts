import { selectDependencies } from '../src/directory/health/dependency-store.ts';
import { registerDependency } from '../src/directory/health/register-dependency.ts';
import { removeDependency } from '../src/directory/health/remove-dependency.ts';
import { changeChannel } from '../src/directory/messages/change-channel.ts';
import { createChannel } from '../src/directory/messages/create-channel.ts';
import { deleteChannel } from '../src/directory/messages/delete-channel.ts';
import { listChannelPreferences } from '../src/directory/messages/list-channel-preferences.ts';
import { listChannels } from '../src/directory/messages/list-channels.ts';
import { setChannelPreference } from '../src/directory/messages/set-channel-preference.ts';
import { listWidgets } from '../src/directory/widgets/list-widgets.ts';
import { removeWidget } from '../src/directory/widgets/remove-widget.ts';
import { setWidget } from '../src/directory/widgets/set-widget.ts';
import type { DirectoryOperations } from '../src/portal/directory-operations.ts';

/** The directory as the portal uses it. */
export const directoryOperations: DirectoryOperations = {
  listChannels,
  createChannel,
  changeChannel,
  deleteChannel,
  listChannelPreferences,
  setChannelPreference,
  listWidgets,
  setWidget,
  removeWidget,
  listDependencies: selectDependencies,
  registerDependency,
  removeDependency,
};
