import { anyone, type Rule } from '../../../platform/authorization/rule.ts';

/** The options of a page: pages check by themselves who is there. */
export const pageRoute = (about: string): { readonly config: { readonly rule: Rule; readonly isPage: true } } => ({
  config: { rule: anyone(`a page for people: ${about}`), isPage: true },
});
