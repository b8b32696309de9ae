import { renderField, submit } from '../html/field.ts';
import type { FormProblem } from '../html/form-problem.ts';
import { type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';
import { renderMessage } from './message-view.ts';

export const renderForgottenPassword = (view: {
  readonly action: string;
  readonly email: string | undefined;
  readonly back: string | undefined;
  readonly problem?: FormProblem | undefined;
}): Html =>
  renderPage({
    title: 'Forgotten your password?',
    lead: 'Tell us your e-mail address and we send you a link to choose a new one.',
    problem: view.problem?.summary,
    body: html`<form method="post" action="${view.action}">
${renderField({
  name: 'email',
  label: 'E-mail address',
  type: 'email',
  value: view.email,
  problem: view.problem?.fields.email,
  autocomplete: 'username',
  inputMode: 'email',
  maxLength: 320,
  autofocus: true,
})}${submit('Send the link')}</form>
${view.back !== undefined && html`<div class="links"><a href="${view.back}">Back to the sign-in</a></div>`}`,
  });

/** The same for every address. */
export const renderLinkSent = (view: { readonly email: string; readonly back: string | undefined }): Html =>
  renderMessage({
    title: 'Look into your mail',
    text: html`If <strong>${view.email}</strong> has an account here, a link to choose a new password is on its way. It is good for half an hour. No mail? Look into the spam folder, or try another address.`,
    link: view.back === undefined ? undefined : { label: 'Back to the sign-in', address: view.back },
  });
