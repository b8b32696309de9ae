import type { MailTransport } from './mail-transport.ts';

export type MailHealth = { readonly ok: true } | { readonly ok: false; readonly problem: string };

/** Whether a mail could leave now, for health probes (contract B16): connects, greets and signs in, but sends nothing. */
export const checkMail = async (transport: MailTransport, deadline = 3_000): Promise<MailHealth> => {
  try {
    await transport.check(deadline);
    return { ok: true };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
};
