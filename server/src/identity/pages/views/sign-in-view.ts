import { renderField, submit } from '../html/field.ts';
import { beginsAtTop, type FormProblem } from '../html/form-problem.ts';
import { attribute, type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';
import { say, sayHtml } from '../words/say.ts';
import { renderPasskeyForm } from './passkey-form.ts';

export interface SignInView {
  /** Where the forms go, which is also the address of the page. */
  readonly action: string;
  readonly forgotten: string;
  readonly application: string | undefined;
  readonly email: string | undefined;
  readonly remember: boolean;
  /** Whether some organisation signs its people in by itself. */
  readonly hasFederations: boolean;
  /** Undefined where passkeys cannot work. */
  readonly passkey: object | undefined;
  readonly problem?: FormProblem | undefined;
}

/** E-mail and password in one step (contract P2), with the other ways below. */
export const renderSignIn = (view: SignInView): Html => {
  const { action, problem } = view;
  const hasEmail = view.email !== undefined && view.email !== '';
  return renderPage({
    title: say('Sign in'),
    lead:
      view.application === undefined
        ? undefined
        : sayHtml('to continue to {application}', { application: html`<strong>${view.application}</strong>` }),
    problem: problem?.summary,
    usesScript: true,
    body: html`<form method="post" action="${action}">
${renderField({
  name: 'email',
  label: say('E-mail address'),
  type: 'email',
  value: view.email,
  problem: problem?.fields.email,
  autocomplete: 'username',
  inputMode: 'email',
  maxLength: 320,
  autofocus: !hasEmail && beginsAtTop(problem),
})}${renderField({
  name: 'password',
  label: say('Password'),
  type: 'password',
  problem: problem?.fields.password,
  autocomplete: 'current-password',
  autofocus: hasEmail && beginsAtTop(problem),
  beside: html`<a href="${view.forgotten}">${say('Forgotten?')}</a>`,
})}<label class="check"><input type="checkbox" name="remember" value="yes"${attribute('checked', view.remember)}> <span>${say('Keep me signed in on this device')}</span></label>
${submit(say('Sign in'))}<div class="or">${say('or')}</div>
<button class="button plain" name="action" value="send-code" formnovalidate>${say('E-mail me a code')}</button>
${
  view.hasFederations &&
  html`<button class="button plain" name="action" value="federation" formnovalidate>${say('Continue with your organisation')}</button>
`
}</form>
${
  view.passkey !== undefined &&
  renderPasskeyForm({
    action,
    label: say('Use a passkey'),
    kind: 'get',
    options: view.passkey,
    className: 'button plain',
  })
}${renderCancel(action)}`,
  });
};

/** The way back to the application, which is told that the person did not want to. */
export const renderCancel = (
  action: string,
  label = say('Cancel'),
): Html => html`<div class="links"><form method="post" action="${action}">
${submit(label, 'action', 'cancel', 'quiet')}</form></div>
`;

/** The way back to the first step, for whoever is in the wrong account. */
export const renderRestart = (action: string): Html => html`<div class="links"><form method="post" action="${action}">
${submit(say('Use another account'), 'action', 'restart', 'quiet')}</form>
<form method="post" action="${action}">
${submit(say('Cancel'), 'action', 'cancel', 'quiet')}</form></div>
`;
