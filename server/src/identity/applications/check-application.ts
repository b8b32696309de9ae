import { addProblem, addWarning, type Findings } from '../services/resources/findings.ts';
import type { UnknownValue } from '../services/resources/unknown-value.ts';
import { isLoopbackAddress } from '../services/resources/web-address.ts';
import { type ApplicationSettings, holdsSecrets, type SecretOption } from './application-settings.ts';

export interface ApplicationCheck {
  readonly isNew: boolean;
  readonly given: Partial<ApplicationSettings>;
  readonly wanted: ApplicationSettings;
  readonly secretOption: SecretOption | undefined;
  readonly unknown: ReadonlyMap<keyof ApplicationSettings, UnknownValue>;
}

type Rule = readonly [
  reads: readonly (keyof ApplicationSettings)[],
  (check: ApplicationCheck, findings: Findings) => void,
];

const properties = '/sections/properties';

const checkClientType = ({ isNew, given, wanted, unknown }: ApplicationCheck, findings: Findings): void => {
  const path = `${properties}/clientType`;
  const isGiven = given.clientType !== undefined || unknown.has('clientType');
  if (isNew && !isGiven && wanted.sku !== 'api' && !findings.problems.some((problem) => problem.path === path)) {
    addProblem(findings, path, 'clientType is missing.');
  }
  if (wanted.clientType === 'None' && wanted.sku !== 'api' && isGiven) {
    addWarning(findings, path, `clientType None with the sku ${wanted.sku}: nobody can sign in through it.`);
  }
};

const checkSku = ({ wanted }: ApplicationCheck, findings: Findings): void => {
  if ((wanted.sku !== 'app') === wanted.isApi) return;
  const message = `The sku ${wanted.sku} does not go with isApi ${wanted.isApi}; isApi counts.`;
  addWarning(findings, '/sku', message);
};

const checkScopes = ({ given, wanted }: ApplicationCheck, findings: Findings): void => {
  const path = `${properties}/publishedScopes`;
  const isWrongAlready = findings.problems.some((problem) => problem.path.startsWith(path));
  if (wanted.isApi && wanted.publishedScopes.length === 0 && !isWrongAlready) {
    addProblem(findings, path, 'publishedScopes must have at least one entry when isApi is true.');
  }
  if (!wanted.isApi && (given.publishedScopes ?? []).length > 0) {
    addProblem(findings, path, 'publishedScopes needs isApi to be true.');
  }
};

const checkClients = ({ given, wanted }: ApplicationCheck, findings: Findings): void => {
  const path = '/sections/advanced/clients';
  const clients = given.clients ?? [];
  if (clients.length > 0 && !wanted.isApi) {
    addProblem(findings, path, 'clients needs isApi to be true.');
    return;
  }
  const published = new Set(wanted.publishedScopes.map(({ scopeName }) => scopeName));
  for (const [index, { scopes }] of clients.entries()) {
    for (const scope of scopes.filter((name) => !published.has(name))) {
      addProblem(findings, `${path}/${index}/scopes`, `clients[${index}].scopes: ${scope} is not published here.`);
    }
  }
};

const findUrlProblem = (url: string, { wanted }: ApplicationCheck): string | undefined => {
  const isNative = wanted.clientType === 'Native';
  if (!/^https?:/.test(url)) return isNative ? undefined : 'must begin with https:// (other schemes need Native)';
  if (!url.startsWith('https:') || !isLoopbackAddress(url)) return undefined;
  // The OpenID Connect provider refuses a client that has such an address.
  if (isNative) return 'must use http:// on localhost, because clientType is Native';
  return wanted.allowImplicitGrantFlow ? 'must use http:// on localhost with allowImplicitGrantFlow' : undefined;
};

const checkUrls = (check: ApplicationCheck, findings: Findings): void => {
  const { applicationUrl } = check.wanted;
  for (const member of ['redirectUrls', 'postLogoutRedirectUrls'] as const) {
    for (const [index, url] of check.wanted[member].entries()) {
      const problem = findUrlProblem(url, check);
      if (problem !== undefined) {
        addProblem(findings, `${properties}/${member}/${index}`, `${member}[${index}] ${problem}.`);
      }
    }
  }
  const problem = applicationUrl === null ? undefined : findUrlProblem(applicationUrl, check);
  if (problem !== undefined) addProblem(findings, `${properties}/applicationUrl`, `applicationUrl ${problem}.`);
  if (check.wanted.clientType === 'Spa' && check.wanted.redirectUrls.length === 0) {
    addWarning(findings, `${properties}/redirectUrls`, 'Without redirectUrls nobody can sign in through a Spa.');
  }
};

const checkSecretOption = ({ wanted, secretOption }: ApplicationCheck, findings: Findings): void => {
  if (secretOption === undefined || secretOption === 'none' || holdsSecrets(wanted.clientType)) return;
  const path = `${properties}/secretManagementOptions`;
  addProblem(findings, path, `secretManagementOptions must be none: clientType ${wanted.clientType} has no secrets.`);
};

/** Each rule with the settings that it reads: where one of them is not known yet, the rule waits for the deployment. */
const rules: readonly Rule[] = [
  [['sku', 'clientType'], checkClientType],
  [['sku', 'isApi'], checkSku],
  [['isApi', 'publishedScopes'], checkScopes],
  [['isApi', 'publishedScopes', 'clients'], checkClients],
  [['clientType', 'redirectUrls', 'postLogoutRedirectUrls', 'applicationUrl', 'allowImplicitGrantFlow'], checkUrls],
  [['clientType'], checkSecretOption],
];

/** What must hold between the settings of an application (contract A16). */
export const checkApplication = (check: ApplicationCheck, findings: Findings): void => {
  for (const [reads, rule] of rules) {
    if (!reads.some((member) => check.unknown.has(member))) rule(check, findings);
  }
};
