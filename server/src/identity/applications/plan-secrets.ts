import type { ClientType } from '../provider/registration.ts';
import { holdsSecrets, type SecretOption } from './application-settings.ts';

export interface SecretPlan {
  readonly issues: boolean;
  /** Of the live secrets, newest first, how many stay. */
  readonly keeps: number;
  /** The same in words. */
  readonly effects: readonly string[];
}

/** What a deployment does about secrets (contract A16): an instruction of the template, or the default of the client type. */
export const planSecrets = (
  clientType: ClientType,
  option: SecretOption | undefined,
  liveSecrets: number,
): SecretPlan => {
  if (!holdsSecrets(clientType)) {
    const effects = liveSecrets === 0 ? [] : [`All secrets are revoked: clientType ${clientType} has none.`];
    return { issues: false, keeps: 0, effects };
  }
  switch (option ?? 'onlyIfEmpty') {
    case 'none':
      return { issues: false, keeps: liveSecrets, effects: [] };
    case 'onlyIfEmpty':
      return liveSecrets === 0
        ? { issues: true, keeps: 0, effects: ['A secret is issued.'] }
        : { issues: false, keeps: liveSecrets, effects: [] };
    case 'rollover': {
      const keeps = Math.min(liveSecrets, 1);
      const effects = ['A new secret is issued (rollover).'];
      if (liveSecrets > keeps)
        effects.push(`${liveSecrets - keeps === 1 ? 'The oldest is' : 'Older ones are'} revoked.`);
      return { issues: true, keeps, effects };
    }
  }
};
