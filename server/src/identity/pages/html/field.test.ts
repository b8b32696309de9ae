import { expect, test } from 'vitest';
import { renderField } from './field.ts';
import { html } from './html.ts';

test('what stands beside a label comes after the input for whoever walks by keyboard', () => {
  const text = renderField({
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'current-password',
    beside: html`<a href="/forgotten">Forgotten?</a>`,
  }).toString();
  expect(text.indexOf('<input')).toBeLessThan(text.indexOf('<a href'));
  expect(text.indexOf('<label')).toBeLessThan(text.indexOf('<input'));
});

test('a field that was wrong is where the page begins, and its problem is read out with it', () => {
  const text = renderField({ name: 'code', label: 'Code', problem: 'Not right.', autocomplete: 'off' }).toString();
  expect(text).toContain(' autofocus');
  expect(text).toContain('aria-describedby="field-code-problem"');
  expect(renderField({ name: 'code', label: 'Code', autocomplete: 'off' }).toString()).not.toContain('autofocus');
});
