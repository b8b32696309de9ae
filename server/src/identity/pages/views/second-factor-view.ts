import { renderField, submit } from '../html/field.ts';
import type { FormProblem } from '../html/form-problem.ts';
import { type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';
import { say } from '../words/say.ts';
import { renderPasskeyForm } from './passkey-form.ts';
import { renderPerson, type ShownPerson } from './person-view.ts';
import { renderRestart } from './sign-in-view.ts';

export interface SecondFactorView {
  readonly action: string;
  readonly person: ShownPerson;
  readonly hasTotp: boolean;
  /** What the browser needs to use one of the user's passkeys; undefined when there are none. */
  readonly passkey: object | undefined;
  /** Whether the page asks for a recovery code. */
  readonly recovery: boolean;
  readonly problem?: FormProblem | undefined;
}

export const renderSecondFactor = (view: SecondFactorView): Html =>
  renderPage({
    title: say(view.recovery ? 'Use a recovery code' : 'Confirm that it is you'),
    problem: view.problem?.summary,
    usesScript: view.passkey !== undefined,
    body: html`${renderPerson(view.person)}${
      view.passkey !== undefined &&
      !view.recovery &&
      html`${renderPasskeyForm({ action: view.action, label: say('Use your passkey'), kind: 'get', options: view.passkey })}`
    }${view.recovery || view.hasTotp ? renderCodeForm(view) : renderNoScript()}${
      view.recovery
        ? html`<p class="soft">${say('Each recovery code works once.')} <a href="${view.action}">${say('Use another way')}</a></p>`
        : html`<p class="soft">${say('Lost your device?')} <a href="${view.action}?way=recovery">${say('Use a recovery code')}</a></p>`
    }
${renderRestart(view.action)}`,
  });

const renderNoScript =
  (): Html => html`<noscript><p>${say('Passkeys need JavaScript. Switch it on for this page, or use a recovery code.')}</p></noscript>
`;

const renderCodeForm = ({ action, recovery, passkey, problem }: SecondFactorView): Html => html`${
  passkey !== undefined &&
  !recovery &&
  html`<div class="or">${say('or')}</div>
`
}<form method="post" action="${action}${recovery ? '?way=recovery' : ''}">
${renderField({
  name: 'code',
  label: say(recovery ? 'Recovery code' : 'Code from your authenticator app'),
  problem: problem?.fields.code,
  autocomplete: recovery ? 'off' : 'one-time-code',
  inputMode: recovery ? 'text' : 'numeric',
  className: 'code',
  maxLength: 40,
  autofocus: true,
})}${submit(say('Continue'))}</form>
`;
