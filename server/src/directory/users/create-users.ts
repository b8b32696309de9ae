import { type Acting, type RegisteredUser, registerUsers, type User } from '../../accounts/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AppError, type ErrorDetail } from '../../platform/errors/app-error.ts';
import { selectApplicationAddresses } from '../policies/policy-store.ts';
import { checkReturnUrl } from '../policies/return-url.ts';
import { selectSubscribedServices } from '../subscriptions/subscription-store.ts';
import type { UserRegistration } from '../wire/users.ts';
import { type InviteDeps, type Invitee, invitePeople } from './invite-people.ts';
import { selectKnownEmails, selectTenantState } from './known-email-store.ts';
import { type PlannedRegistration, planSubscriptions } from './plan-subscriptions.ts';
import { type Registration, readRegistrations } from './read-registrations.ts';
import { subscribePeople } from './subscribe-people.ts';

export interface CreateUsersInput {
  readonly registrations: readonly UserRegistration[];
  /** Where a registration stands in the body, for the errors. */
  readonly pointerOf: (place: number) => string;
  readonly tenantId: string;
  readonly applicationId: string;
  /** The services whose subscriptions the caller may manage. */
  readonly serviceIds: readonly string[];
}

export interface CreatedUser {
  readonly user: User;
  /** Has a value only where the caller writes the mail (contract B12). */
  readonly confirmationUrl: string | null;
}

const mostUsers = 5_000;

/**
 * Creates people, or finds those who have an account in the tenant, subscribes and invites them (contract B12, B13). All are
 * checked before the first is made; answers come in the order of the input.
 */
export const createUsers = async (
  transaction: Transaction,
  deps: InviteDeps,
  acting: Acting,
  input: CreateUsersInput,
): Promise<CreatedUser[]> => {
  if (input.registrations.length > mostUsers) {
    throw new AppError('tooLarge', 'user.too-many', `At most ${mostUsers} users are created at once.`);
  }
  if ((await selectTenantState(transaction, input.tenantId))?.active !== true) {
    throw new AppError('notFound', 'tenant.not-found', 'There is no such tenant.');
  }
  const registrations = await checkRegistrations(transaction, input);
  const registered = await registerUsers(transaction, acting, {
    tenantId: input.tenantId,
    people: registrations.map(({ person }) => person),
    pointer: input.pointerOf,
  });
  const people = registrations.map((registration, place) => pair(registration, registered[place]));
  refuse(people.flatMap(({ registration, created }) => (created ? [] : problemOfExisting(registration))));

  const invitees = firstOfEach(people.filter(isToInvite));
  const invited = new Set(invitees.map(({ user }) => user.id));
  await subscribePeople(transaction, deps, acting, { people, invited });
  const links = await invitePeople(transaction, deps, acting, invitees);
  return people.map(({ registration, user }) => ({
    user,
    confirmationUrl: registration.sendMail ? null : (links.get(user.id) ?? null),
  }));
};

const checkRegistrations = async (
  transaction: Transaction,
  input: CreateUsersInput,
): Promise<PlannedRegistration[]> => {
  const read = readRegistrations(input.registrations, input.pointerOf);
  const services = await selectSubscribedServices(transaction, input.serviceIds);
  const { registrations, problems } = planSubscriptions(read.registrations, services);
  refuse([
    ...read.problems,
    ...problems,
    ...(await checkReturnUrls(transaction, input.applicationId, registrations)),
    ...(await checkExisting(transaction, input.tenantId, registrations)),
  ]);
  return registrations;
};

const checkReturnUrls = async (
  transaction: Transaction,
  applicationId: string,
  registrations: readonly Registration[],
): Promise<ErrorDetail[]> => {
  const given = registrations.filter(({ returnUrl }) => returnUrl !== null);
  if (given.length === 0) return [];
  const { redirectUrls, applicationUrl } = await selectApplicationAddresses(transaction, applicationId);
  const addresses = applicationUrl === null ? redirectUrls : [...redirectUrls, applicationUrl];
  return given.flatMap(({ returnUrl, pointer }) => {
    try {
      checkReturnUrl(returnUrl ?? '', addresses);
      return [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const path = `${pointer}/options/returnUrl`;
      const message = `\`${path}\` must be an https address that is registered for the application (http only on localhost).`;
      return [{ in: 'body' as const, path, message }];
    }
  });
};

/** Found before anything is written, so that all of them are told at once. */
const checkExisting = async (
  transaction: Transaction,
  tenantId: string,
  registrations: readonly Registration[],
): Promise<ErrorDetail[]> => {
  const picky = registrations.filter(({ creation, person }) => creation !== 'all' && person.email !== '');
  if (picky.length === 0) return [];
  const known = await selectKnownEmails(
    transaction,
    tenantId,
    picky.map(({ person }) => person.email),
  );
  return picky.flatMap((registration, place) => {
    if (known[place] === true) return problemOfExisting(registration);
    return registration.creation === 'onlyInvited' ? [emailProblem(registration, 'has not been invited yet')] : [];
  });
};

/** Also for those who were created by somebody else in the meantime, or stand in the list twice. */
const problemOfExisting = (registration: Registration): ErrorDetail[] =>
  registration.creation === 'onlyNew' ? [emailProblem(registration, 'belongs to somebody who has an account')] : [];

const emailProblem = ({ pointer }: Registration, text: string): ErrorDetail => ({
  in: 'body',
  path: `${pointer}/email`,
  message: `\`${pointer}/email\` ${text}.`,
});

const refuse = (problems: readonly ErrorDetail[]): void => {
  const [first, ...others] = problems;
  if (first === undefined) return;
  const more = others.length > 0 ? ` (${others.length} more)` : '';
  throw new AppError('invalid', 'user.invalid', `${first.message}${more}`, { details: problems.slice(0, 20) });
};

interface RegisteredPerson extends Invitee {
  readonly created: boolean;
}

const pair = (registration: PlannedRegistration, registered: RegisteredUser | undefined): RegisteredPerson => {
  if (registered === undefined) throw new Error('A user who was just registered is not there.');
  return { registration, ...registered };
};

const isToInvite = ({ user }: RegisteredPerson): boolean =>
  !user.activated && !user.deactivated && !user.managedAccount;

const firstOfEach = (people: readonly RegisteredPerson[]): RegisteredPerson[] => {
  const seen = new Set<string>();
  return people.filter(({ user }) => !seen.has(user.id) && seen.add(user.id));
};
