import { renderField, submit } from '../html/field.ts';
import type { FormProblem } from '../html/form-problem.ts';
import { type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';
import { say, sayHtml } from '../words/say.ts';
import { renderRestart } from './sign-in-view.ts';

export interface EmailCodeView {
  readonly action: string;
  readonly email: string;
  readonly problem?: FormProblem | undefined;
}

/** Says the same whether or not there is such an account. */
export const renderEmailCode = ({ action, email, problem }: EmailCodeView): Html =>
  renderPage({
    title: say('Enter the code'),
    lead: sayHtml(
      'If {email} has an account here, a code of six digits is on its way there. It is good for ten minutes.',
      { email: html`<strong>${email}</strong>` },
    ),
    problem: problem?.summary,
    body: html`<form method="post" action="${action}">
${renderField({
  name: 'code',
  label: say('Code from the e-mail'),
  problem: problem?.fields.code,
  autocomplete: 'one-time-code',
  inputMode: 'numeric',
  className: 'code',
  maxLength: 20,
  autofocus: true,
})}${submit(say('Continue'))}</form>
<p class="soft">${say('No mail? Look into the spam folder, or go back and try another address.')}</p>
${renderRestart(action)}`,
  });
