import { hidden, submit } from '../html/field.ts';
import type { FormProblem } from '../html/form-problem.ts';
import { type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';
import { say } from '../words/say.ts';
import { renderNewPasswordFields } from './new-password-fields.ts';

export const renderResetPassword = (view: {
  readonly token: string;
  readonly problem?: FormProblem | undefined;
}): Html =>
  renderPage({
    title: say('Choose a new password'),
    lead: say('Everybody who is signed in with your account is signed out then.'),
    problem: view.problem?.summary,
    usesScript: true,
    body: html`<form method="post" action="/identity/reset">
${hidden('token', view.token)}${renderNewPasswordFields(view.problem, {
  name: 'password',
  repeat: 'passwordRepeat',
  label: say('New password'),
  autofocus: true,
})}${submit(say('Save the password'))}</form>`,
  });
