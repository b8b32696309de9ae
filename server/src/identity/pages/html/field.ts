import { say } from '../words/say.ts';
import { attribute, type Html, html } from './html.ts';

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password' | undefined;
  readonly value?: string | undefined;
  /** What is wrong with it; shown at the field and read out with it. */
  readonly problem?: string | undefined;
  readonly hint?: string | undefined;
  /** What browsers and password managers fill in. */
  readonly autocomplete: string;
  readonly inputMode?: 'numeric' | 'text' | 'email';
  readonly maxLength?: number;
  readonly className?: string;
  readonly isOptional?: boolean;
  readonly autofocus?: boolean;
  /** Stands at the right of the label, but comes after the input for whoever walks through the page by keyboard. */
  readonly beside?: Html | undefined;
}

/** A labelled input with its hint and its problem. */
export const renderField = (field: Field): Html => {
  const { name, problem, hint } = field;
  const id = `field-${name}`;
  const described = [problem === undefined ? '' : `${id}-problem`, hint === undefined ? '' : `${id}-hint`]
    .filter((each) => each !== '')
    .join(' ');
  const label = html`<label for="${id}">${field.label}${field.isOptional === true && html` <span class="soft">${say('(optional)')}</span>`}</label>`;
  const input = html`<input id="${id}" name="${name}" type="${field.type ?? 'text'}" autocomplete="${field.autocomplete}"${[
    attribute('value', field.value),
    attribute('class', field.className),
    attribute('inputmode', field.inputMode),
    attribute('maxlength', field.maxLength === undefined ? undefined : String(field.maxLength)),
    attribute('required', field.isOptional !== true),
    attribute('autofocus', field.autofocus === true || problem !== undefined),
    attribute('aria-invalid', problem === undefined ? undefined : 'true'),
    attribute('aria-describedby', described === '' ? undefined : described),
    ...(isPlainText(field) ? [] : [html` autocapitalize="none" spellcheck="false"`]),
  ]}>`;
  return html`<div class="field${field.beside !== undefined && html` has-beside`}">
${label}
${field.type === 'password' ? withReveal(id, input) : input}
${
  problem !== undefined &&
  html`<span class="problem" id="${id}-problem">${problem}</span>
`
}${
  hint !== undefined &&
  html`<span class="hint" id="${id}-hint">${hint}</span>
`
}${
  field.beside !== undefined &&
  html`<span class="beside">${field.beside}</span>
`
}</div>
`;
};

const isPlainText = ({ type, className }: Field): boolean => (type ?? 'text') === 'text' && className !== 'code';

/** The button shows itself where scripts run. */
const withReveal = (id: string, input: Html): Html =>
  html`<div class="with-button">${input}<button type="button" class="reveal" data-reveal="${id}" aria-controls="${id}" aria-pressed="false" data-show="${say('Show')}" data-hide="${say('Hide')}" hidden>${say('Show')}</button></div>`;

export const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">
`;

export const submit = (label: string, name?: string, value?: string, style = 'button'): Html =>
  html`<button class="${style}"${[attribute('name', name), attribute('value', value)]}>${label}</button>
`;
