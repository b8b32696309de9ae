import { randomUUID } from 'node:crypto';
import { hashToken, issueSubscriptionKey, type SecretBox, type SecretPlace } from '../../platform/secrets/index.ts';

export const keySlots = ['primary', 'secondary'] as const;
export type KeySlot = (typeof keySlots)[number];

export interface NewKey {
  readonly slot: KeySlot;
  readonly keyHash: Buffer;
  readonly sealedKey: string;
  /** The key itself, for whoever asked for it; never stored. */
  readonly text: string;
}

export interface NewSubscription {
  readonly id: string;
  readonly productId: string;
  readonly position: number;
  readonly keys: readonly NewKey[];
}

const placeOf = (subscriptionId: string, slot: KeySlot): SecretPlace => ({
  table: 'subscription_keys',
  row: `${subscriptionId} ${slot}`,
  field: 'key',
});

export const makeKey = (box: SecretBox, subscriptionId: string, slot: KeySlot): NewKey => {
  const text = issueSubscriptionKey();
  return { slot, text, keyHash: hashToken(text), sealedKey: box.seal(text, placeOf(subscriptionId, slot)) };
};

export const openKey = (box: SecretBox, subscriptionId: string, slot: KeySlot, sealedKey: string): string =>
  box.openText(sealedKey, placeOf(subscriptionId, slot));

/** A subscription with both of its keys (contract X6). */
export const makeSubscription = (box: SecretBox, productId: string, position: number): NewSubscription => {
  const id = randomUUID();
  return { id, productId, position, keys: keySlots.map((slot) => makeKey(box, id, slot)) };
};
