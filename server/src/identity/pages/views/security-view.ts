import type { Factors, Passkey } from '../../factors/index.ts';
import { hidden, submit } from '../html/field.ts';
import { type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';
import { sayDate } from '../words/language.ts';
import { say } from '../words/say.ts';
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

/** How somebody signs in, and what they can change about it. */
export const renderSecurity = ({ person, factors, hasPasskeys, passwordChangedAt, notice }: SecurityView): Html =>
  renderPage({
    title: say('How you sign in'),
    wide: true,
    body: html`${notice !== undefined && html`<div class="notice good" role="status"><p>${notice}</p></div>`}${renderPerson(person)}
${
  passwordChangedAt !== undefined &&
  html`<h2>${say('Password')}</h2>
<ul class="rows"><li><div><strong>${say('Set up')}</strong><span class="soft">${say('Chosen on {date}', { date: sayDate(passwordChangedAt) })}</span></div><a class="button plain small" href="/identity/password">${say('Change')}</a></li></ul>
`
}<h2>${say('Authenticator app')}</h2>
<ul class="rows"><li><div><strong>${say(factors.totp ? 'Set up' : 'Not set up')}</strong><span class="soft">${say('An app that shows a new code every half minute, asked for after the password')}</span></div>${renderTotp(factors)}</li></ul>
${
  hasPasskeys &&
  html`<h2>${say('Passkeys')}</h2>
<ul class="rows">${factors.passkeys.map(renderPasskey)}<li><div><span class="soft">${say('Finger, face, PIN or a security key, instead of codes')}</span></div><a class="button plain small" href="/identity/security/passkey">${say('Add a passkey')}</a></li></ul>
`
}${(factors.totp || factors.passkeys.length > 0) && renderRecovery(factors.recoveryCodesLeft)}<div class="links"><a href="/">${say('Start page')}</a><a href="/identity/logout">${say('Sign out')}</a></div>`,
  });

const renderTotp = ({
  totp,
}: Factors): Html => html`<form method="post" action="/identity/security/${totp ? 'totp-remove' : 'totp-start'}">
${submit(say(totp ? 'Remove' : 'Set it up'), undefined, undefined, totp ? 'button danger small' : 'button plain small')}</form>`;

const renderPasskey = ({
  id,
  name,
  createdAt,
  lastUsedAt,
}: Passkey): Html => html`<li><div><strong>${name}</strong><span class="soft">${lastUsedAt === null ? say('Added {date}', { date: sayDate(createdAt) }) : say('Added {date}, last used {used}', { date: sayDate(createdAt), used: sayDate(lastUsedAt) })}</span></div>
<form method="post" action="/identity/security/passkey-remove">
${hidden('id', id)}<button class="button danger small" aria-label="${say('Remove {name}', { name })}">${say('Remove')}</button></form></li>
`;

const renderRecovery = (left: number): Html => html`<h2>${say('Recovery codes')}</h2>
<ul class="rows"><li><div><strong>${left === 1 ? say('One code left') : say('{count} codes left', { count: left })}</strong><span class="soft">${say('For when you have lost your device')}</span></div>
<form method="post" action="/identity/security/recovery-codes">
${submit(say('Make new ones'), undefined, undefined, 'button plain small')}</form></li></ul>
`;
