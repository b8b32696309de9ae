import { expect, test } from 'vitest';
import { attribute, type HtmlValue, html, trusted } from './html.ts';

test.each<[string, HtmlValue, string]>([
  ['tags', '<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['quotes', `"'`, '&quot;&#39;'],
  ['what is escaped already', '&amp;', '&amp;amp;'],
  ['numbers', 7, '7'],
  ['nothing', undefined, ''],
  ['a condition that does not hold', false, ''],
  ['HTML', html`<b>${'<'}</b>`, '<b>&lt;</b>'],
  ['a list of HTML', ['<', '>'].map((each) => html`<i>${each}</i>`), '<i>&lt;</i><i>&gt;</i>'],
  ['trusted text', trusted('<form></form>'), '<form></form>'],
])('%s between tags', (_, value, expected) => {
  expect(html`<p>${value}</p>`.toString()).toBe(`<p>${expected}</p>`);
});

test('a value cannot leave its attribute', () => {
  const value = '" onfocus="alert(1)" x="';
  expect(html`<input value="${value}">`.toString()).toBe(
    '<input value="&quot; onfocus=&quot;alert(1)&quot; x=&quot;">',
  );
  expect(html`<input${attribute('value', value)}>`.toString()).not.toContain('" onfocus="');
});

test.each<[string | boolean | undefined, string]>([
  ['a', ' name="a"'],
  ['', ' name=""'],
  [true, ' name'],
  [false, ''],
  [undefined, ''],
])('the attribute %s', (value, expected) => {
  expect(attribute('name', value).toString()).toBe(expected);
});
