import {
  type FormProblem,
  type Html,
  html,
  renderPage,
  renderPerson,
  type ShownPerson,
  say,
  submit,
  type Text,
} from '../../identity/pages/index.ts';
import type { SubscriptionState } from '../subscriptions/subscription-state.ts';
import type { CatalogEntry } from './catalog-store.ts';

export interface CatalogView {
  readonly action: string;
  readonly person: ShownPerson;
  readonly service: CatalogEntry;
  /** The page of the application that the person came from. */
  readonly next: string | undefined;
  readonly problem?: FormProblem | undefined;
}

/** Who has no subscription may get one; in every other state there is nothing to do but to know it. */
const stateWords: Readonly<Record<Exclude<SubscriptionState, 'notSubscribing'>, Text>> = {
  subscribing: 'You subscribe to this service.',
  pending: 'You have asked for access. Those who run the service decide about it, and you will hear from us.',
  rejected: 'Your subscription was not approved. Ask those who run the service if you think it should be.',
  error: 'Your subscription could not be carried out. Those who run the service have to put it right.',
};

export const isOpenFor = ({ state, selfSubscribe }: CatalogEntry): boolean =>
  selfSubscribe && (state === null || state === 'notSubscribing');

/** A service, how it stands between it and the person, and what the person can do about it (contract B9). */
export const renderCatalogEntry = (view: CatalogView): Html => {
  const { service, person, problem } = view;
  return renderPage({
    title: service.name,
    lead: service.shortDescription === '' ? undefined : service.shortDescription,
    problem: problem?.summary,
    wide: service.description.length > 300,
    body: html`${renderDescription(service)}${renderPerson(person)}${renderState(service)}${isOpenFor(service) && renderForm(view)}${renderWays(view)}`,
  });
};

const renderDescription = (service: CatalogEntry): Html => {
  const { description, shortDescription, providerCompanyName, rootName, termsUrl } = service;
  const lines =
    description === shortDescription ? [] : description.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return html`${lines.map((line) => html`<p>${line}</p>`)}${
    providerCompanyName !== null && html`<p class="soft">${say('By {company}', { company: providerCompanyName })}</p>`
  }${rootName !== null && html`<p class="soft">${say('This is a part of {service}: the subscription is to the whole.', { service: rootName })}</p>`}${
    termsUrl !== null &&
    html`<p class="soft"><a href="${termsUrl}" rel="noreferrer">${say('Terms of use of the service')}</a></p>`
  }`;
};

const renderState = (service: CatalogEntry): Html => {
  const { state, levelName } = service;
  if (state === null || state === 'notSubscribing') {
    const words: Text = service.selfSubscribe
      ? 'You do not subscribe to this service yet.'
      : 'You do not subscribe to this service, and people cannot do so by themselves. Ask those who run it for access.';
    return html`<p role="status">${say(words)}</p>`;
  }
  const kind = state === 'subscribing' ? 'notice good' : 'notice';
  return html`<div class="${kind}" role="status"><p>${say(stateWords[state])}${
    state === 'subscribing' &&
    levelName !== null &&
    html` ${say('Your access level is {level}.', { level: levelName })}`
  }</p></div>`;
};

const renderForm = ({ action, service }: CatalogView): Html => html`<form method="post" action="${action}">
${service.approvalNeeded && html`<p class="soft">${say('Those who run the service decide about it.')}</p>`}${submit(say(service.approvalNeeded ? 'Ask for access' : 'Subscribe'))}</form>
`;

/** On to the application for whoever may use it, and otherwise the way back. */
const renderWays = ({ service, next }: CatalogView): Html => {
  if (service.state === 'subscribing') {
    const address = next ?? service.serviceUrl;
    if (address === null) return html``;
    return html`<a class="button" href="${address}">${next === undefined ? say('Open {service}', { service: service.name }) : say('Continue')}</a>`;
  }
  return html`<div class="links"><a href="${next ?? '/'}">${say(next === undefined ? 'Go to the start page' : 'Back to the application')}</a></div>`;
};
