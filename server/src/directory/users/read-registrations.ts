import { findPersonProblems } from '../../accounts/index.ts';
import type { ErrorDetail } from '../../platform/errors/app-error.ts';
import { isMailAddress } from '../../platform/mail/index.ts';
import type { NotificationOverride } from '../subscriptions/wants-notification.ts';
import type { activationTypes, RegistrationOptions, UserRegistration, userCreationOptions } from '../wire/users.ts';

export interface WantedSubscription {
  /** Undefined: the one service of the calling application. */
  readonly serviceId: string | undefined;
  readonly role: string | null;
  readonly sku: string | null;
  readonly override: NotificationOverride | null;
  /** Where it stands in the body. */
  readonly pointer: string;
}

/** A registration with everything that its options left open decided. */
export interface Registration {
  readonly pointer: string;
  readonly person: {
    readonly email: string;
    readonly firstName: string | null;
    readonly lastName: string | null;
    readonly phone: string | null;
    readonly countryCode: string | null;
  };
  readonly sendMail: boolean;
  readonly creation: (typeof userCreationOptions)[number];
  readonly activation: (typeof activationTypes)[number];
  readonly subscriptions: readonly WantedSubscription[];
  readonly returnUrl: string | null;
  readonly contactEmail: string | null;
  readonly contactName: string | null;
  readonly inviteMessage: string | null;
}

type Report = (pointer: string, text: string) => void;

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const mostName = 200;
const mostMessage = 2_000;
const mostSku = 100;
const mostSubscriptions = 100;
/** Line breaks and tabs are fine in a message to a person; everything else of the kind is not. */
const unreadable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Text without spaces around it; null for nothing. */
const trimmed = (text: string | null | undefined): string | null => text?.trim() || null;

/** Checks registrations by themselves and gives everything that is wrong with them (contract B12). */
export const readRegistrations = (
  registrations: readonly UserRegistration[],
  pointerOf: (place: number) => string,
): { readonly registrations: Registration[]; readonly problems: ErrorDetail[] } => {
  const problems: ErrorDetail[] = [];
  const report: Report = (path, text) => problems.push({ in: 'body', path, message: `\`${path}\` ${text}.` });
  return {
    registrations: registrations.map((one, place) => readRegistration(one, pointerOf(place), report)),
    problems,
  };
};

const readRegistration = (given: UserRegistration, pointer: string, report: Report): Registration => {
  const options = given.options ?? {};
  const place = `${pointer}/options`;
  const email = trimmed(given.email);
  const sendMail = options.sendMail ?? true;
  const activation = options.activationType ?? 'emailLink';
  if (activation === 'otp' && !sendMail) {
    report(`${place}/activationType`, 'must be `emailLink` when `sendMail` is false: a code is told to the user alone');
  }
  const person = {
    email: email ?? '',
    firstName: given.firstName ?? null,
    lastName: given.lastName ?? null,
    phone: given.phone ?? null,
    countryCode: given.countryCode ?? null,
  };
  if (email === null) report(`${pointer}/email`, 'is required');
  else for (const { member, problem } of findPersonProblems(person)) report(`${pointer}/${member}`, problem);
  return {
    pointer,
    person,
    sendMail,
    activation,
    creation: options.userCreationOptions ?? 'all',
    subscriptions: readSubscriptions(options, place, report),
    returnUrl: trimmed(options.returnUrl),
    ...readWords(options, place, report),
  };
};

const readWords = (options: RegistrationOptions, place: string, report: Report) => {
  const contactEmail = trimmed(options.contactEmail);
  const contactName = trimmed(options.contactName);
  const inviteMessage = trimmed(options.inviteMessage);
  if (contactEmail !== null && !isMailAddress(contactEmail)) {
    report(`${place}/contactEmail`, 'must be an e-mail address');
  }
  if (
    contactName !== null &&
    (contactName.length > mostName || /[\n\r\t]/.test(contactName) || unreadable.test(contactName))
  ) {
    report(`${place}/contactName`, `must have at most ${mostName} characters and no line breaks`);
  }
  if (inviteMessage !== null && (inviteMessage.length > mostMessage || unreadable.test(inviteMessage))) {
    report(`${place}/inviteMessage`, `must have at most ${mostMessage} characters and no control characters`);
  }
  return { contactEmail, contactName, inviteMessage };
};

/** A list says more than `serviceId` and `role`, which count only when there is none and a subscription is asked for. */
const readSubscriptions = (options: RegistrationOptions, place: string, report: Report): WantedSubscription[] => {
  const { subscriptions, createSubscription } = options;
  if (createSubscription === false) return [];
  if (subscriptions === null || subscriptions === undefined || subscriptions.length === 0) {
    return createSubscription === true ? readDefault(options, place, report) : [];
  }
  if (subscriptions.length > mostSubscriptions) {
    report(`${place}/subscriptions`, `must have at most ${mostSubscriptions} entries`);
  }
  const seen = new Set<string>();
  return subscriptions.map((request, index) => {
    const pointer = `${place}/subscriptions/${index}`;
    const serviceId = request.serviceId.toLowerCase();
    if (seen.has(serviceId)) report(`${pointer}/serviceId`, 'names a service that stands in the list already');
    seen.add(serviceId);
    const sku = trimmed(request.sku);
    if (sku !== null && sku.length > mostSku) report(`${pointer}/sku`, `must have at most ${mostSku} characters`);
    return {
      serviceId,
      role: request.role ?? null,
      sku,
      override: request.overrideNotificationSettings ?? null,
      pointer,
    };
  });
};

const readDefault = (options: RegistrationOptions, pointer: string, report: Report): WantedSubscription[] => {
  const serviceId = trimmed(options.serviceId);
  if (serviceId !== null && !uuid.test(serviceId)) {
    report(`${pointer}/serviceId`, 'must be a UUID');
    return [];
  }
  return [{ serviceId: serviceId?.toLowerCase(), role: options.role ?? null, sku: null, override: null, pointer }];
};
