import type { PolicyName } from './judge-policies.ts';

export interface PolicyPageInput {
  readonly publicUrl: string;
  readonly policy: PolicyName;
  readonly serviceId: string | undefined;
  readonly returnUrl: string | undefined;
}

const pathOf = (policy: PolicyName, serviceId: string | undefined): string => {
  if (policy === 'passwordAge') return '/identity/password';
  // The page of the service, where people subscribe or see that their subscription waits.
  return policy === 'subscription' ? `/catalog/${serviceId ?? ''}` : '/identity/terms';
};

/** The page of this server where the user settles what is missing, and from which it goes back (contract B11). */
export const policyPage = ({ publicUrl, policy, serviceId, returnUrl }: PolicyPageInput): string => {
  const query = new URLSearchParams({
    ...(serviceId === undefined || !policy.endsWith('Terms') ? {} : { serviceId }),
    ...(returnUrl === undefined ? {} : { returnUrl }),
  });
  const address = `${publicUrl}${pathOf(policy, serviceId)}`;
  return query.size === 0 ? address : `${address}?${query}`;
};
