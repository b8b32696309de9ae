export const serviceType = 'platform.service';
export const serviceSkus = ['standard'] as const;

export const passwordPolicyScopes = ['service', 'platform'] as const;
export const passwordPolicyUnits = ['days', 'months', 'years'] as const;

/** Which passwords are too old, and for whom (contract A15). */
export interface ServicePasswordPolicy {
  readonly enforced: boolean;
  readonly scope: (typeof passwordPolicyScopes)[number];
  readonly unit: (typeof passwordPolicyUnits)[number];
  readonly interval: number;
}

export const passwordPolicyIntervals: Readonly<Record<ServicePasswordPolicy['unit'], readonly number[]>> = {
  days: [30, 60, 90, 180, 365, 730],
  months: [1, 2, 3, 6, 12, 24],
  years: [1, 2],
};

export const subscriptionNotifications = ['send', 'suppress'] as const;

/** Everything about a service that a template may say. */
export interface ServiceSettings {
  readonly sku: (typeof serviceSkus)[number];
  readonly locked: boolean;
  readonly tags: readonly string[];
  readonly businessOwnerId: string | null;
  readonly description: string;
  readonly category: string | null;
  readonly shortName: string;
  readonly openInNewTab: boolean;
  readonly visible: boolean;
  readonly serviceUrl: string | null;
  readonly shortDescription: string;
  readonly technicalContactEmail: string;
  readonly providerCompanyName: string | null;
  readonly productionService: boolean;
  readonly parentServiceId: string | null;
  /** Children that this service lists and children that name it as their parent. */
  readonly childServiceIds: readonly string[];
  readonly passwordPolicy: ServicePasswordPolicy | null;
  readonly useAccessLevels: boolean;
  readonly accessLevels: readonly string[];
  readonly serviceOwner: string | null;
  readonly public: boolean;
  readonly selfSubscribe: boolean;
  readonly approvalNeeded: boolean;
  readonly subscriptionNotification: (typeof subscriptionNotifications)[number];
  readonly subscriberLimit: number | null;
  readonly pricingTier: string | null;
  readonly apiAudience: string | null;
  readonly termsUrl: string | null;
  readonly healthUrl: string | null;
}
