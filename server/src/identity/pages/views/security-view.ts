import type { Factors, Passkey } from '../../factors/index.ts';
import { hidden, submit } from '../html/field.ts';
import { type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';
import { renderPerson, type ShownPerson } from './person-view.ts';

export interface SecurityView {
  readonly person: ShownPerson;
  readonly factors: Factors;
  /** False where passkeys cannot work. */
  readonly hasPasskeys: boolean;
  /** When the password was chosen; undefined where the account has none here. */
  readonly passwordChangedAt: Date | undefined;
  readonly notice?: string | undefined;
}

const dateOf = (date: Date): string =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** How somebody signs in, and what they can change about it. */
export const renderSecurity = ({ person, factors, hasPasskeys, passwordChangedAt, notice }: SecurityView): Html =>
  renderPage({
    title: 'How you sign in',
    wide: true,
    body: html`${notice !== undefined && html`<div class="notice good" role="status"><p>${notice}</p></div>`}${renderPerson(person)}
${
  passwordChangedAt !== undefined &&
  html`<h2>Password</h2>
<ul class="rows"><li><div><strong>Set up</strong><span class="soft">Chosen on ${dateOf(passwordChangedAt)}</span></div><a class="button plain small" href="/identity/password">Change</a></li></ul>
`
}<h2>Authenticator app</h2>
<ul class="rows"><li><div><strong>${factors.totp ? 'Set up' : 'Not set up'}</strong><span class="soft">An app that shows a new code every half minute, asked for after the password</span></div>${renderTotp(factors)}</li></ul>
${
  hasPasskeys &&
  html`<h2>Passkeys</h2>
<ul class="rows">${factors.passkeys.map(renderPasskey)}<li><div><span class="soft">Finger, face, PIN or a security key, instead of codes</span></div><a class="button plain small" href="/identity/security/passkey">Add a passkey</a></li></ul>
`
}${(factors.totp || factors.passkeys.length > 0) && renderRecovery(factors.recoveryCodesLeft)}<div class="links"><a href="/">Start page</a><a href="/identity/logout">Sign out</a></div>`,
  });

const renderTotp = ({
  totp,
}: Factors): Html => html`<form method="post" action="/identity/security/${totp ? 'totp-remove' : 'totp-start'}">
${submit(totp ? 'Remove' : 'Set up', undefined, undefined, totp ? 'button danger small' : 'button plain small')}</form>`;

const renderPasskey = ({
  id,
  name,
  createdAt,
  lastUsedAt,
}: Passkey): Html => html`<li><div><strong>${name}</strong><span class="soft">Added ${dateOf(createdAt)}${lastUsedAt === null ? '' : `, last used ${dateOf(lastUsedAt)}`}</span></div>
<form method="post" action="/identity/security/passkey-remove">
${hidden('id', id)}<button class="button danger small" aria-label="Remove ${name}">Remove</button></form></li>
`;

const renderRecovery = (left: number): Html => html`<h2>Recovery codes</h2>
<ul class="rows"><li><div><strong>${left === 1 ? 'One code' : `${left} codes`} left</strong><span class="soft">For when you have lost your device</span></div>
<form method="post" action="/identity/security/recovery-codes">
${submit('Make new ones', undefined, undefined, 'button plain small')}</form></li></ul>
`;
