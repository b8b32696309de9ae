import { selectDependencies } from './health/dependency-store.ts';
import { registerDependency } from './health/register-dependency.ts';
import { removeDependency } from './health/remove-dependency.ts';
import { changeChannel } from './messages/change-channel.ts';
import { createChannel } from './messages/create-channel.ts';
import { deleteChannel } from './messages/delete-channel.ts';
import { listChannelPreferences } from './messages/list-channel-preferences.ts';
import { listChannels } from './messages/list-channels.ts';
import { setChannelPreference } from './messages/set-channel-preference.ts';
import { listWidgets } from './widgets/list-widgets.ts';
import { removeWidget } from './widgets/remove-widget.ts';
import { setWidget } from './widgets/set-widget.ts';

/** What the portal lets keepers of services and administrators do in the directory. */
export const directoryOperations = {
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
