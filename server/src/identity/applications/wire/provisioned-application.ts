import type { SecretBox } from '../../../platform/secrets/index.ts';
import { writeFields } from '../../services/resources/field-table.ts';
import type { ProvisionedResource } from '../../services/resources/provisioned-resource.ts';
import { openSecret } from '../application-secret.ts';
import { type ApplicationSettings, applicationType } from '../application-settings.ts';
import type { StoredApplication } from '../application-store.ts';
import { openKey } from '../subscription-keys.ts';
import { applicationFields } from './application-fields.ts';

interface Shown {
  readonly secrets: readonly Readonly<Record<string, string>>[];
  readonly keyOf: (productId: string) => { readonly key?: string };
}

/**
 * The application as provisioned (contract A4). With the box secrets and keys are shown, for the deployment that hands
 * them to its author; without it only how a secret begins.
 */
export const provisionedApplication = (stored: StoredApplication, box: SecretBox | undefined): ProvisionedResource => {
  const keys = new Map(
    stored.subscriptions
      .filter(({ revoked }) => !revoked)
      .map(({ id, productId, sealedPrimaryKey }) => [
        productId,
        box === undefined ? undefined : openKey(box, id, 'primary', sealedPrimaryKey),
      ]),
  );
  return compose(stored.id, stored.name, stored.settings, {
    secrets: stored.secrets.map((secret) => ({
      id: secret.id,
      secretStart: secret.secretStart,
      ...(box === undefined ? {} : { secretText: openSecret(box, secret) }),
    })),
    keyOf: (productId) => {
      const key = keys.get(productId);
      return key === undefined ? {} : { key };
    },
  });
};

/** The same for an application that is yet to be made, or changed: what will be issued is not there yet. */
export const plannedApplication = (
  current: StoredApplication | undefined,
  name: string,
  wanted: ApplicationSettings,
  box: SecretBox,
): ProvisionedResource =>
  current === undefined
    ? compose(null, name, wanted, { secrets: [], keyOf: () => ({}) })
    : provisionedApplication({ ...current, settings: wanted }, box);

const compose = (id: string | null, name: string, settings: ApplicationSettings, shown: Shown): ProvisionedResource => {
  const { sections, ...rest } = writeFields(applicationFields, settings) as unknown as ProvisionedResource;
  return {
    id,
    name,
    resourceType: applicationType,
    sku: rest.sku,
    locked: rest.locked,
    sections: {
      properties: { ...sections.properties, secrets: shown.secrets },
      advanced: {
        ...sections.advanced,
        apiProductSubscriptions: settings.apiProductSubscriptions.map((product) => ({
          ...product,
          ...shown.keyOf(product.productId),
        })),
      },
    },
  };
};
