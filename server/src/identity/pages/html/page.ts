import { assets } from '../assets/assets.ts';
import { currentLanguage } from '../words/language.ts';
import { say } from '../words/say.ts';
import { attribute, type Html, html } from './html.ts';

export interface Page {
  /** Also the heading, unless there is another. */
  readonly title: string;
  readonly heading?: string | undefined;
  /** One sentence below the heading. */
  readonly lead?: string | Html | undefined;
  readonly body: Html;
  /** For long texts. */
  readonly wide?: boolean;
  /** What went wrong: read out at once, and said in the title of the window. */
  readonly problem?: string | undefined;
  /** Only pages that gain from the script load it. */
  readonly usesScript?: boolean;
  readonly footer?: Html | undefined;
}

const rose = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false"><path d="M16 1l4 11 11 4-11 4-4 11-4-11L1 16l11-4zm0 10.5L14.6 16l1.4 4.5 1.4-4.5z" fill-rule="evenodd"/></svg>`;

/** The frame of every page for people. */
export const renderPage = (page: Page): Html => html`<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${page.problem === undefined ? page.title : say('Problem: {title}', { title: page.title })} – Portolan</title>
<link rel="icon" type="image/svg+xml" href="${assets.icon.address}">
<link rel="stylesheet" href="${assets.style.address}">${
  page.usesScript === true &&
  html`
<script type="module" src="${assets.script.address}"></script>`
}
</head>
<body>
<header class="brand">${rose}Portolan</header>
<main${attribute('class', page.wide === true ? 'wide' : undefined)}>
<h1>${page.heading ?? page.title}</h1>
${
  page.lead !== undefined &&
  html`<p class="lead">${page.lead}</p>
`
}${
  page.problem !== undefined &&
  html`<div class="notice bad" role="alert"><p>${page.problem}</p></div>
`
}${page.body}
</main>
${
  page.footer !== undefined &&
  html`<footer>${page.footer}</footer>
`
}</body>
</html>
`;
