import { renderField } from '../html/field.ts';
import type { FormProblem } from '../html/form-problem.ts';
import { type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';
import { say } from '../words/say.ts';
import { renderPasskeyForm } from './passkey-form.ts';

export const renderAddPasskey = (view: {
  readonly options: object;
  readonly problem?: FormProblem | undefined;
}): Html =>
  renderPage({
    title: say('Add a passkey'),
    lead: say(
      'Your browser asks for your finger, face, PIN or security key. Give the passkey a name by which you will know it.',
    ),
    problem: view.problem?.summary,
    usesScript: true,
    body: html`${renderPasskeyForm({
      action: '/identity/security/passkey',
      label: say('Add the passkey'),
      kind: 'create',
      options: view.options,
      fields: renderField({
        name: 'name',
        label: say('Name'),
        value: say('My device'),
        problem: view.problem?.fields.name,
        autocomplete: 'off',
        maxLength: 100,
        autofocus: true,
      }),
    })}<noscript><p>${say('Passkeys need JavaScript. Switch it on for this page.')}</p></noscript>
<div class="links"><a href="/identity/security">${say('Back')}</a></div>`,
  });
