import { type Html, html } from '../html/html.ts';
import { renderPage } from '../html/page.ts';

export interface MessageView {
  readonly title: string;
  readonly text: string | Html;
  readonly isGood?: boolean;
  readonly link?: { readonly label: string; readonly address: string } | undefined;
}

/** Something is done, or has been sent, and there is nothing to fill in. */
export const renderMessage = ({ title, text, isGood, link }: MessageView): Html =>
  renderPage({
    title,
    body: html`${isGood === true ? html`<div class="notice good" role="status"><p>${text}</p></div>` : html`<p role="status">${text}</p>`}
${
  link !== undefined &&
  html`<a class="button" href="${link.address}">${link.label}</a>
`
}`,
  });
