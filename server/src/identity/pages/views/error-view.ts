import { type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';
import { say } from '../words/say.ts';

export interface ErrorView {
  readonly title: string;
  readonly text: string;
  /** What the person can do now. */
  readonly advice?: string | undefined;
  readonly supportCode: string;
  /** For those who look after the application. */
  readonly technical?: string | undefined;
}

/** What went wrong, a way on, and the code by which support finds it in the log. */
export const renderError = ({ title, text, advice, supportCode, technical }: ErrorView): Html =>
  renderPage({
    title,
    body: html`<div role="alert"><p>${text}</p></div>
${
  advice !== undefined &&
  html`<p>${advice}</p>
`
}${
  technical !== undefined &&
  html`<details><summary>${say('For those who look after the application')}</summary><p class="soft">${technical}</p></details>
`
}<a class="button plain" href="/">${say('Go to the start page')}</a>`,
    footer: html`${say('Support code')} <code>${supportCode}</code>`,
  });
