import { renderField, submit } from '../html/field.ts';
import { beginsAtTop, type FormProblem } from '../html/form-problem.ts';
import { type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';
import { say } from '../words/say.ts';

export const renderActivationCode = (view: {
  readonly email: string | undefined;
  readonly problem?: FormProblem | undefined;
}): Html =>
  renderPage({
    title: say('Enter your code'),
    lead: say('Enter the code from the e-mail to activate the account that was made for you.'),
    problem: view.problem?.summary,
    body: html`<form method="post" action="/identity/code">
${renderField({
  name: 'email',
  label: say('E-mail address'),
  type: 'email',
  value: view.email,
  problem: view.problem?.fields.email,
  autocomplete: 'username',
  inputMode: 'email',
  maxLength: 320,
  autofocus: view.email === undefined && beginsAtTop(view.problem),
})}${renderField({
  name: 'code',
  label: say('Code from the e-mail'),
  problem: view.problem?.fields.code,
  autocomplete: 'one-time-code',
  inputMode: 'numeric',
  className: 'code',
  maxLength: 20,
  autofocus: view.email !== undefined && beginsAtTop(view.problem),
})}${submit(say('Continue'))}</form>`,
  });
