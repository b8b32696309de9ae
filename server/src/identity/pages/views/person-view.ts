import { type Html, html } from '../html/html.ts';

export interface ShownPerson {
  readonly displayName: string;
  readonly email: string;
}

/** Whose account a page is about. */
export const renderPerson = ({ displayName, email }: ShownPerson): Html => {
  const letter = [...displayName.trim()][0]?.toUpperCase() ?? '?';
  return html`<div class="person"><div class="letter" aria-hidden="true">${letter}</div><div><strong>${displayName}</strong>${
    displayName !== email && html`<span>${email}</span>`
  }</div></div>
`;
};
