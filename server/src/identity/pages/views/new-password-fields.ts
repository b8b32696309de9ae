import { leastPasswordLength } from '../../../accounts/index.ts';
import { renderField } from '../html/field.ts';
import { beginsAtTop, type FormProblem } from '../html/form-problem.ts';
import { type Html, html } from '../html/html.ts';
import { say } from '../words/say.ts';

/** Twice the new password. Length counts, kinds of characters do not (NIST SP 800-63B). */
export const renderNewPasswordFields = (
  problem: FormProblem | undefined,
  options: { readonly name: string; readonly repeat: string; readonly label: string; readonly autofocus?: boolean },
): Html =>
  html`${renderField({
    name: options.name,
    label: options.label,
    type: 'password',
    problem: problem?.fields[options.name],
    hint: say('At least {length} characters. Several words that do not belong together are good.', {
      length: leastPasswordLength,
    }),
    autocomplete: 'new-password',
    autofocus: options.autofocus === true && beginsAtTop(problem),
  })}${renderField({
    name: options.repeat,
    label: say('The same again'),
    type: 'password',
    problem: problem?.fields[options.repeat],
    autocomplete: 'new-password',
  })}`;
