import { submit } from '../html/field.ts';
import type { FormProblem } from '../html/form-problem.ts';
import { type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';
import { say, type Text } from '../words/say.ts';
import { renderNewPasswordFields } from './new-password-fields.ts';
import { renderPerson, type ShownPerson } from './person-view.ts';
import { renderRestart } from './sign-in-view.ts';

export type NewPasswordReason = 'mustChange' | 'tooOld';

const leads: Readonly<Record<NewPasswordReason, Text>> = {
  mustChange: 'Your password was set by somebody else. Choose one that only you know.',
  tooOld: 'Your password is older than the service allows. Choose a new one.',
};

/** The step of a sign-in that asks for a new password before it goes on. */
export const renderNewPassword = (view: {
  readonly action: string;
  readonly person: ShownPerson;
  readonly reason: NewPasswordReason;
  readonly problem?: FormProblem | undefined;
}): Html =>
  renderPage({
    title: say('Choose a new password'),
    lead: say(leads[view.reason]),
    problem: view.problem?.summary,
    usesScript: true,
    body: html`${renderPerson(view.person)}<form method="post" action="${view.action}">
<input type="text" name="username" autocomplete="username" value="${view.person.email}" readonly hidden>
${renderNewPasswordFields(view.problem, {
  name: 'newPassword',
  repeat: 'newPasswordRepeat',
  label: say('New password'),
  autofocus: true,
})}${submit(say('Continue'))}</form>
${renderRestart(view.action)}`,
  });
