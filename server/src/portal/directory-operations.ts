import type { Acting } from '../accounts/index.ts';
import type { Handle, Transaction } from '../platform/database/index.ts';

type Write<Input, Result> = (transaction: Transaction, acting: Acting, input: Input) => Promise<Result>;
interface OfService {
  readonly serviceId: string;
}

/** A stream of messages of one service. */
export interface Channel extends OfService {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly isDefault: boolean;
}
interface ChannelWords extends OfService {
  readonly name: string;
  readonly description?: string | null | undefined;
}
interface OneChannel extends OfService {
  readonly channelId: string;
}

/** What a reader wants of a channel. */
export interface ChannelPreference {
  readonly channelId: string;
  readonly channelName: string;
  readonly serviceId: string;
  readonly serviceName: string;
  readonly notificationCenter: boolean;
  readonly email: boolean;
}
interface PreferenceChange {
  readonly userId: string;
  readonly channelId: string;
  readonly notificationCenter?: boolean | undefined;
  readonly email?: boolean | undefined;
}

/** A tile of a service on the start page of its subscribers. */
export interface Widget extends OfService {
  readonly id: string;
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly description: string | null;
  readonly url: string | null;
  readonly priority: number;
  readonly logoUrl: string | null;
  readonly pictogramUrl: string | null;
  readonly type: string | null;
  readonly showTitle: boolean;
  readonly supportsMobile: boolean;
  readonly sequenceNo: number;
  readonly color: string | null;
  readonly openInNewTab: boolean;
}
type WidgetWords = { readonly [Name in keyof Omit<Widget, 'id' | 'serviceId'>]?: Widget[Name] | undefined };
interface NewWidget extends WidgetWords, OfService {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Replaces this one; absent for a new one. */
  readonly widgetId?: string | undefined;
}

/** A program outside the platform whose health is watched. */
export interface HealthDependency {
  readonly id: string;
  readonly name: string;
  readonly componentType: string;
  readonly url: string | null;
  readonly serviceId: string | null;
  readonly critical: boolean;
  readonly weight: number;
  readonly affectedEndpoints: readonly string[];
}
interface NewDependency {
  readonly name: string;
  readonly url?: string | undefined;
  readonly serviceId?: string | undefined;
  readonly componentType?: string | undefined;
  readonly critical?: boolean | undefined;
  readonly weight?: number | undefined;
  readonly affectedEndpoints?: readonly string[] | undefined;
}

/** Operations of the directory that people use in the console. Who may is decided here, before they are called. */
export interface DirectoryOperations {
  readonly listChannels: (transaction: Transaction, input: OfService) => Promise<readonly Channel[]>;
  readonly createChannel: Write<ChannelWords, Channel>;
  readonly changeChannel: Write<ChannelWords & OneChannel, Channel>;
  readonly deleteChannel: Write<OneChannel, void>;
  readonly listChannelPreferences: (
    handle: Handle,
    input: { readonly userId: string },
  ) => Promise<readonly ChannelPreference[]>;
  readonly setChannelPreference: Write<PreferenceChange, void>;
  readonly listWidgets: (handle: Handle, input: OfService) => Promise<readonly Widget[]>;
  readonly setWidget: Write<NewWidget, string>;
  readonly removeWidget: Write<OfService & { readonly widgetId: string }, void>;
  readonly listDependencies: (handle: Handle) => Promise<readonly HealthDependency[]>;
  readonly registerDependency: Write<NewDependency, string>;
  readonly removeDependency: Write<{ readonly dependencyId: string }, void>;
}
