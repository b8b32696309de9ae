import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failedPuts } from './contract/failed-puts.ts';
import { listing } from './contract/listing.ts';
import { rangesAndKeys } from './contract/ranges-and-keys.ts';
import type { StoreUnderTest } from './contract/store-under-test.ts';
import { wholeBlobs } from './contract/whole-blobs.ts';

/** What every driver must do, whatever is behind it. `open` gives each test a store of its own. */
export const describeBlobStore = (name: string, open: () => Promise<StoreUnderTest>): void => {
  describe(`the blob store contract, ${name}`, () => {
    let under: StoreUnderTest;
    beforeEach(async () => {
      under = await open();
    });
    afterEach(() => under.close());
    const current = () => under;

    wholeBlobs(current);
    rangesAndKeys(current);
    failedPuts(current);
    listing(current);

    it('passes its check', async () => {
      await expect(under.store.check()).resolves.toBeUndefined();
    });
  });
};
