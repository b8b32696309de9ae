import { hidden } from '../html/field.ts';
import { attribute, type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';
import { say, sayHtml } from '../words/say.ts';
import { renderCancel } from './sign-in-view.ts';

/** One mail domain may belong to several tenants. */
export const renderChooseFederation = (view: {
  readonly action: string;
  readonly email: string;
  readonly remember: boolean;
  readonly choices: readonly { readonly id: string; readonly name: string }[];
}): Html =>
  renderPage({
    title: say('Choose your organisation'),
    lead: sayHtml('More than one organisation signs in people with addresses at {domain}.', {
      domain: html`<strong>${view.email.split('@').at(-1)}</strong>`,
    }),
    body: html`<form method="post" action="${view.action}">
${hidden('action', 'federation')}${hidden('email', view.email)}<input type="hidden" name="remember"${attribute('value', view.remember ? 'yes' : 'no')}>
${view.choices.map(
  ({ id, name }) => html`<button class="choice" name="federation" value="${id}"><strong>${name}</strong></button>
`,
)}</form>
${renderCancel(view.action)}`,
  });
