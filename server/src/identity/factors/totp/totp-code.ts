import { Secret, TOTP } from 'otpauth';

/** What every authenticator app can do, whatever else the otpauth format allows. */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** The clock of a phone may be off by one step either way. */
const drift = 1;

/** 160 bits in base32, which is how apps take it by hand. */
export const makeTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The address that an authenticator app reads from the QR code. */
export const totpAddress = (input: { readonly secret: string; readonly account: string }): string =>
  new TOTP({
    ...form,
    issuer: 'Portolan',
    label: input.account,
    secret: Secret.fromBase32(input.secret),
  }).toString();

/** The time step that the code belongs to; undefined when it belongs to none of now. */
export const findTotpStep = (input: {
  readonly secret: string;
  readonly code: string;
  readonly now: Date;
}): number | undefined => {
  const code = input.code.replaceAll(/[\s-]/g, '');
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = input.now.getTime();
  const delta = TOTP.validate({
    ...form,
    token: code,
    secret: Secret.fromBase32(input.secret),
    timestamp,
    window: drift,
  });
  return delta === null ? undefined : TOTP.counter({ period: form.period, timestamp }) + delta;
};

/** Groups of four, so that people do not lose their place while typing it into an app. */
export const groupSecret = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? '';
