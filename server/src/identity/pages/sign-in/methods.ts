/** How somebody proved who they are, by the names of RFC 8176 where it has one (`amr`). */
export const methods = ['pwd', 'otp', 'hwk', 'swk', 'mfa', 'fed'] as const;
export type Method = (typeof methods)[number];

export const singleFactor = 'urn:portolan:acr:single-factor';
export const multiFactor = 'urn:portolan:acr:multi-factor';

export const addMethods = (given: readonly Method[], ...more: readonly Method[]): Method[] =>
  methods.filter((method) => given.includes(method) || more.includes(method));

/** Whether a second factor has been shown. */
export const hasTwoFactors = (given: readonly string[] | undefined): boolean => given?.includes('mfa') === true;

export const acrOf = (given: readonly string[]): string => (hasTwoFactors(given) ? multiFactor : singleFactor);

/** What a session says of itself, in our words. */
export const readMethods = (amr: readonly string[] | undefined): Method[] =>
  methods.filter((method) => amr?.includes(method) === true);
