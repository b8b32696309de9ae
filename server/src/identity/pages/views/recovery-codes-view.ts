import { type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';
import { say } from '../words/say.ts';

/** Shown once. `next` is the form or link that leads on. */
export const renderRecoveryCodes = (view: { readonly codes: readonly string[]; readonly next: Html }): Html =>
  renderPage({
    title: say('Keep your recovery codes'),
    lead: say(
      'With one of these you can sign in when you have lost your device. Each works once. They are shown this one time only.',
    ),
    usesScript: true,
    wide: true,
    body: html`<ul class="codes">
${view.codes.map(
  (code) => html`<li>${code}</li>
`,
)}</ul>
<button type="button" class="button plain" data-copy=".codes li" hidden data-copied="${say('Copied')}">${say('Copy')}</button>
${view.next}`,
  });
