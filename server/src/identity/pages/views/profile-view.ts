import { type Field, renderField, submit } from '../html/field.ts';
import type { FormProblem } from '../html/form-problem.ts';
import { type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';
import { say } from '../words/say.ts';
import { renderPerson, type ShownPerson } from './person-view.ts';

const describeFields = () =>
  [
    { name: 'firstName', label: say('First name'), autocomplete: 'given-name', isOptional: true, maxLength: 100 },
    { name: 'lastName', label: say('Last name'), autocomplete: 'family-name', maxLength: 100 },
    {
      name: 'displayName',
      label: say('Shown name'),
      autocomplete: 'name',
      isOptional: true,
      maxLength: 200,
      hint: say('Left empty, you are shown as “last name, first name”.'),
    },
    {
      name: 'countryCode',
      label: say('Country'),
      autocomplete: 'country',
      isOptional: true,
      maxLength: 3,
      hint: say('The code of your country, such as NO or DE.'),
    },
    {
      name: 'language',
      label: say('Language'),
      autocomplete: 'language',
      isOptional: true,
      maxLength: 35,
      hint: say('The code of your language, such as en, de or fr. Mails about your account are in it.'),
    },
  ] as const satisfies readonly Field[];

type ProfileField = ReturnType<typeof describeFields>[number]['name'];

export interface ProfileView {
  readonly action: string;
  readonly user: ShownPerson & { readonly managedAccount: boolean };
  /** What stands in the fields. */
  readonly values: Readonly<Record<ProfileField, string>>;
  /** The application that the person came from. */
  readonly back: string | undefined;
  readonly problem?: FormProblem | undefined;
}

/** A shown name and a language of one's own are a matter of taste: everything else is missed. */
const findMissing = (values: ProfileView['values']): string[] =>
  describeFields()
    .filter(({ name }) => name !== 'displayName' && name !== 'language' && values[name].trim() === '')
    .map(({ label }) => label);

export const renderProfile = ({ action, user, values, back, problem }: ProfileView): Html => {
  const missing = findMissing(values);
  return renderPage({
    title: say('Your profile'),
    lead:
      missing.length === 0
        ? say('What others see of you.')
        : say('Please complete what others see of you. Missing: {fields}.', { fields: missing.join(', ') }),
    problem: problem?.summary,
    body: html`${renderPerson(user)}${
      user.managedAccount &&
      html`<p class="soft">${say('Your organisation manages this account and may change it back.')}</p>`
    }<form method="post" action="${action}">
${describeFields().map((field) => renderField({ ...field, value: values[field.name], problem: problem?.fields[field.name] }))}${submit(say('Save'))}</form>
<div class="links">${back !== undefined && html`<a href="${back}">${say('Back to the application')}</a> `}<a href="/identity/password">${say('Change your password')}</a> <a href="/identity/security">${say('How you sign in')}</a></div>
`,
  });
};
