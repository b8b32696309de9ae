import { renderField, submit } from '../html/field.ts';
import type { FormProblem } from '../html/form-problem.ts';
import { type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';
import { say, sayHtml } from '../words/say.ts';
import { renderMessage } from './message-view.ts';

export const renderForgottenPassword = (view: {
  readonly action: string;
  readonly email: string | undefined;
  readonly back: string | undefined;
  readonly problem?: FormProblem | undefined;
}): Html =>
  renderPage({
    title: say('Forgotten your password?'),
    lead: say('Tell us your e-mail address and we send you a link to choose a new one.'),
    problem: view.problem?.summary,
    body: html`<form method="post" action="${view.action}">
${renderField({
  name: 'email',
  label: say('E-mail address'),
  type: 'email',
  value: view.email,
  problem: view.problem?.fields.email,
  autocomplete: 'username',
  inputMode: 'email',
  maxLength: 320,
  autofocus: true,
})}${submit(say('Send the link'))}</form>
${view.back !== undefined && html`<div class="links"><a href="${view.back}">${say('Back to the sign-in')}</a></div>`}`,
  });

/** The same for every address. */
export const renderLinkSent = (view: { readonly email: string; readonly back: string | undefined }): Html =>
  renderMessage({
    title: say('Look into your mail'),
    text: sayHtml(
      'If {email} has an account here, a link to choose a new password is on its way. It is good for half an hour. No mail? Look into the spam folder, or try another address.',
      { email: html`<strong>${view.email}</strong>` },
    ),
    link: view.back === undefined ? undefined : { label: say('Back to the sign-in'), address: view.back },
  });
