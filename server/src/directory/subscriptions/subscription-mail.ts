import type { LaidOutMail } from '../../platform/mail/index.ts';
import { mailRecipient } from '../mail-recipient.ts';
import type { ReferredUser } from '../wire/to-user-reference.ts';
import type { SubscribedService } from './subscription.ts';
import type { SubscriptionState } from './subscription-state.ts';

interface Words {
  readonly subject: string;
  readonly text: string;
}

const wordsFor = (state: SubscriptionState, service: string): Words | undefined => {
  switch (state) {
    case 'subscribing':
      return { subject: `You have access to ${service}`, text: `You subscribe to ${service} from now on.` };
    case 'pending':
      return {
        subject: `Your subscription to ${service} waits for approval`,
        text: `Your subscription to ${service} has to be approved first. You will hear from us.`,
      };
    case 'rejected':
      return {
        subject: `Your subscription to ${service} was not approved`,
        text: `Your subscription to ${service} was not approved. Ask those who run the service if you think it should be.`,
      };
    case 'notSubscribing':
      return {
        subject: `Your access to ${service} has ended`,
        text: `You do not subscribe to ${service} any more.`,
      };
    case 'error':
      return undefined;
  }
};

const isPage = (url: string | null): url is string =>
  url !== null && /^https?:\/\/\S+$/i.test(url) && URL.canParse(url);

export interface SubscriptionNews {
  readonly service: SubscribedService;
  readonly user: ReferredUser;
  readonly state: SubscriptionState;
  readonly levelName: string | null;
  /** Counts the changes of the subscription: each is told once. */
  readonly revision: number;
}

/** What the user hears of a change of the subscription; undefined for what concerns only us. */
export const subscriptionMail = (news: SubscriptionNews): LaidOutMail | undefined => {
  const { service, user, state, levelName, revision } = news;
  const words = wordsFor(state, service.name);
  if (words === undefined) return undefined;
  const subscribes = state === 'subscribing';
  const layout = {
    title: words.subject,
    paragraphs: [words.text, ...(subscribes && levelName !== null ? [`Your access level is ${levelName}.`] : [])],
    ...(subscribes && isPage(service.serviceUrl)
      ? { action: { label: `Open ${service.name}`, url: service.serviceUrl } }
      : {}),
    footer: `You get this mail because of your subscription to ${service.name}.`,
  };
  return {
    to: mailRecipient(user),
    subject: words.subject,
    layout,
    dedupeKey: `subscription:${service.rootId}:${user.id}:${revision}`,
    bulk: true,
  };
};
