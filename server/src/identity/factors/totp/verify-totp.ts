import type { FactorDeps } from '../factor-deps.ts';
import { findTotpStep } from './totp-code.ts';
import { openTotpSecret } from './totp-secret.ts';
import { selectConfirmedTotp, takeTotpStep } from './totp-store.ts';

/** True when the code is right and was not used before. Count tries before you ask: there are a million codes only. */
export const verifyTotp = async (
  deps: FactorDeps,
  input: { readonly userId: string; readonly code: string },
): Promise<boolean> => {
  const row = await selectConfirmedTotp(deps.database, input.userId);
  if (row === undefined) return false;
  const step = findTotpStep({ secret: openTotpSecret(deps.box, row), code: input.code, now: deps.now() });
  return step !== undefined && (await takeTotpStep(deps.database, { id: row.id, step }));
};
