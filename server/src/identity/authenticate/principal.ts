import type { PlatformRole } from '../../accounts/index.ts';

/** A person, by an access token or by a session of the console. */
export interface UserPrincipal {
  readonly kind: 'user';
  readonly userId: string;
  readonly tenantId: string;
  /** The application that the person uses, and the tenant that keeps it. */
  readonly applicationId: string;
  readonly applicationTenantId: string;
  readonly scopes: readonly string[];
  readonly roles: readonly PlatformRole[];
  /** What the person allowed the application; everything issued by it ends with it. */
  readonly grantId: string;
  /** The session of the console that was used, where it was one. */
  readonly sessionId: string | undefined;
}

/** An application that acts for itself. */
export interface ApplicationPrincipal {
  readonly kind: 'application';
  readonly applicationId: string;
  readonly servicePrincipalId: string;
  readonly tenantId: string;
  readonly scopes: readonly string[];
  readonly roles: readonly PlatformRole[];
}

/** Somebody's automation, bound to one project (contract X3). */
export interface AutomationPrincipal {
  readonly kind: 'automationToken';
  readonly tokenId: string;
  readonly tokenName: string;
  readonly projectId: string;
  readonly tenantId: string;
  /** Set when an outside job exchanged its own identity token. */
  readonly externalSubject: string | null;
}

/** Who holds a subscription key and need not say more, such as a health probe (contract X1). */
export interface KeyPrincipal {
  readonly kind: 'subscriptionKey';
  readonly applicationId: string;
  readonly tenantId: string;
  readonly subscriptionId: string;
}

/** A user, or an application that acts for itself: whoever an access token of the platform API speaks for. */
export type TokenPrincipal = UserPrincipal | ApplicationPrincipal;
export type Principal = TokenPrincipal | AutomationPrincipal | KeyPrincipal;

export const isAdministrator = (principal: Principal): boolean => hasRole(principal, 'administrator');

/** Administrators may do what directory readers may. */
export const isDirectoryReader = (principal: Principal): boolean =>
  hasRole(principal, 'directoryReader') || isAdministrator(principal);

const hasRole = (principal: Principal, role: PlatformRole): boolean =>
  (principal.kind === 'user' || principal.kind === 'application') && principal.roles.includes(role);

/** The id by which logs and the audit tell who it was. */
export const principalId = (principal: Principal): string => {
  switch (principal.kind) {
    case 'user':
      return principal.userId;
    case 'application':
      return principal.applicationId;
    case 'automationToken':
      return principal.tokenId;
    case 'subscriptionKey':
      return principal.subscriptionId;
  }
};
