import type { ConstraintRules } from '../../platform/database/index.ts';

/** What a violated constraint of these tables means to the caller. */
export const messagesConstraintRules: ConstraintRules = {
  message_channels_name_unique: {
    kind: 'conflict',
    code: 'channel.name-taken',
    message: 'Another channel of the service has this name.',
  },
  message_channels_service_fkey: { kind: 'notFound', code: 'service.not-found', message: 'There is no such service.' },
};
