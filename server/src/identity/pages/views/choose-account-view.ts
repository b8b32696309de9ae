import { type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';
import { say, sayHtml } from '../words/say.ts';
import { renderRestart } from './sign-in-view.ts';

export interface AccountChoice {
  readonly userId: string;
  readonly tenantName: string;
  readonly displayName: string;
}

/** One e-mail may have an account in several tenants (contract B12). */
export const renderChooseAccount = (view: {
  readonly action: string;
  readonly email: string;
  readonly choices: readonly AccountChoice[];
}): Html =>
  renderPage({
    title: say('Choose an account'),
    lead: sayHtml('{email} has more than one account here.', { email: html`<strong>${view.email}</strong>` }),
    body: html`<form method="post" action="${view.action}">
${view.choices.map(
  ({ userId, tenantName, displayName }) =>
    html`<button class="choice" name="account" value="${userId}"><strong>${tenantName}</strong><span>${displayName}</span></button>
`,
)}</form>
${renderRestart(view.action)}`,
  });
