import type { MissingTerms, User } from '../../../accounts/index.ts';
import { hidden, renderField, submit } from '../html/field.ts';
import { beginsAtTop, type FormProblem } from '../html/form-problem.ts';
import { attribute, type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';
import { say, sayHtml } from '../words/say.ts';
import { renderNewPasswordFields } from './new-password-fields.ts';
import { renderTermsText } from './terms-view.ts';

export interface RegisterView {
  readonly token: string;
  readonly user: User;
  readonly missing: readonly MissingTerms[];
  /** What was typed before. */
  readonly form?: Readonly<Record<string, string>> | undefined;
  readonly problem?: FormProblem | undefined;
}

export const acceptField = (kind: MissingTerms['kind']): string =>
  kind === 'platform' ? 'acceptPlatformTerms' : 'acceptServiceTerms';

/** The owner of the mailbox takes the account: name, password and terms in one go. */
export const renderRegister = ({ token, user, missing, form, problem }: RegisterView): Html =>
  renderPage({
    title: say('Activate your account'),
    lead: sayHtml('Welcome. This makes the account of {email} yours.', { email: html`<strong>${user.email}</strong>` }),
    problem: problem?.summary,
    usesScript: true,
    body: html`<form method="post" action="/identity/register">
${hidden('token', token)}<input type="text" name="username" autocomplete="username" value="${user.email}" readonly hidden>
${renderField({
  name: 'firstName',
  label: say('First name'),
  value: form?.firstName ?? user.firstName,
  problem: problem?.fields.firstName,
  autocomplete: 'given-name',
  maxLength: 100,
  autofocus: beginsAtTop(problem),
})}${renderField({
  name: 'lastName',
  label: say('Last name'),
  value: form?.lastName ?? user.lastName,
  problem: problem?.fields.lastName,
  autocomplete: 'family-name',
  maxLength: 100,
})}${renderNewPasswordFields(problem, { name: 'password', repeat: 'passwordRepeat', label: say('Password') })}${missing.map(
  ({ kind, terms }) => renderAgreement(kind, terms.title, renderTermsText(terms), form, problem),
)}${submit(say('Activate the account'))}</form>`,
  });

const renderAgreement = (
  kind: MissingTerms['kind'],
  title: string,
  text: Html,
  form: Readonly<Record<string, string>> | undefined,
  problem: FormProblem | undefined,
): Html => {
  const name = acceptField(kind);
  const wrong = problem?.fields[name];
  return html`<details><summary>${title}</summary>
${text}</details>
<label class="check"><input type="checkbox" name="${name}" value="yes" required${[
    attribute('checked', form?.[name] === 'yes'),
    attribute('aria-invalid', wrong === undefined ? undefined : 'true'),
  ]}> <span>${say('I accept: {title}', { title })}${wrong !== undefined && html`<span class="problem">${wrong}</span>`}</span></label>
`;
};
