import { hidden, renderField, submit } from '../html/field.ts';
import { beginsAtTop, type FormProblem } from '../html/form-problem.ts';
import { type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';
import { say } from '../words/say.ts';
import { renderNewPasswordFields } from './new-password-fields.ts';
import { renderPerson, type ShownPerson } from './person-view.ts';

export const renderChangePassword = (view: {
  readonly action: string;
  readonly person: ShownPerson;
  readonly back: string;
  readonly problem?: FormProblem | undefined;
}): Html =>
  renderPage({
    title: say('Change your password'),
    lead: say('You stay signed in here and are signed out everywhere else.'),
    problem: view.problem?.summary,
    usesScript: true,
    body: html`${renderPerson(view.person)}<form method="post" action="${view.action}">
${hidden('username', view.person.email)}${renderField({
  name: 'oldPassword',
  label: say('Present password'),
  type: 'password',
  problem: view.problem?.fields.oldPassword,
  autocomplete: 'current-password',
  autofocus: beginsAtTop(view.problem),
})}${renderNewPasswordFields(view.problem, {
  name: 'newPassword',
  repeat: 'newPasswordRepeat',
  label: say('New password'),
})}${submit(say('Change the password'))}</form>
<div class="links"><a href="${view.back}">${say('Not now')}</a></div>`,
  });
