import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { upsertDependency } from './dependency-store.ts';

export interface RegisterDependencyInput {
  /** What the check is called; a second registration of the name replaces the first. */
  readonly name: string;
  /** Where it reports its health; or `serviceId`, for a service that says so itself. */
  readonly url?: string | undefined;
  readonly serviceId?: string | undefined;
  readonly componentType?: string | undefined;
  readonly critical?: boolean | undefined;
  readonly weight?: number | undefined;
  readonly affectedEndpoints?: readonly string[] | undefined;
}

const refuse = (member: string, message: string): never => {
  throw new AppError('invalid', 'health-dependency.invalid', message, {
    details: [{ in: 'body', path: `/${member}`, message }],
  });
};

/** For platform administrators: the server asks the address every two seconds as long as somebody asks for the health. */
export const registerDependency = async (
  transaction: Transaction,
  acting: Acting,
  input: RegisterDependencyInput,
): Promise<string> => {
  const { name, url, serviceId, componentType = 'system', critical = false, weight = 1 } = input;
  if (!/^[\w.-]{1,100}$/.test(name)) refuse('name', 'The name has 1 to 100 letters, digits, `.`, `_` and `-`.');
  if ((url === undefined) === (serviceId === undefined)) refuse('url', 'Either a URL or a service must be given.');
  if (url !== undefined && !isHealthUrl(url))
    refuse('url', 'The URL must begin with https:// or http://, without a password.');
  if (![1, 2, 3].includes(weight)) refuse('weight', 'The weight is 1, 2 or 3.');
  const id = await upsertDependency(transaction, {
    name,
    url: url ?? null,
    serviceId: serviceId ?? null,
    componentType,
    critical,
    weight,
    affectedEndpoints: input.affectedEndpoints ?? [],
  });
  await recordAudit(transaction, {
    ...acting,
    action: 'health-dependency.registered',
    target: { kind: 'health-dependency', id },
    details: { name, critical, weight },
  });
  return id;
};

const isHealthUrl = (text: string): boolean => {
  const url = text.length > 2_048 ? null : URL.parse(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
};
