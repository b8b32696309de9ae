import { expect, test } from 'vitest';
import { createProviderPages } from './create-provider-pages.ts';
import { readProviderForm } from './views/provider-form.ts';

const pages = createProviderPages();
const evil = '"><script>alert(1)</script>';

// The forms as oidc-provider writes them.
const logoutForm =
  '<form id="op.logoutForm" method="post" action="https://p.example/identity/logout/confirm"><input type="hidden" name="xsrf" value="abc123"/></form>';
const deviceForm = `<form id="op.deviceInputForm" novalidate method="post" action="https://p.example/identity/device">
  <input type="hidden" name="xsrf" value="abc123"/>
  <input
    value="A&lt;B&quot;" type="text" name="user_code" placeholder="Enter code" onfocus="this.select(); this.onfocus = undefined;" autofocus autocomplete="off"></input>
  </form>`;
const confirmForm = `<form id="op.deviceConfirmForm" method="post" action="https://p.example/identity/device">
<input type="hidden" name="xsrf" value="abc123"/>
<input type="hidden" name="user_code" value="ABCD-EFGH"/>
<input type="hidden" name="confirm" value="yes"/>
</form>`;

test('the forms of the provider are read whole', () => {
  expect(readProviderForm(logoutForm)).toEqual({
    action: 'https://p.example/identity/logout/confirm',
    fields: { xsrf: 'abc123' },
  });
  expect(readProviderForm(deviceForm).fields).toEqual({ xsrf: 'abc123', user_code: 'A<B"' });
  expect(readProviderForm(confirmForm).fields).toEqual({ xsrf: 'abc123', user_code: 'ABCD-EFGH', confirm: 'yes' });
  expect(() => readProviderForm('nothing')).toThrow('no form');
});

const all: readonly [string, string][] = [
  ['error', pages.error(evil, evil, evil)],
  ['signOut', pages.signOut(logoutForm)],
  ['signedOut', pages.signedOut(evil, true)],
  ['enterDeviceCode', pages.enterDeviceCode(deviceForm, evil)],
  ['confirmDeviceCode', pages.confirmDeviceCode(confirmForm, evil, evil)],
  ['deviceDone', pages.deviceDone(evil)],
  ['deviceStopped', pages.deviceStopped()],
];

test.each(all)('%s escapes what it is given and has nothing inline', (_, page) => {
  expect(page).not.toContain('<script>alert');
  expect(page).not.toMatch(/\son\w+=/);
  expect(page).not.toContain('style=');
  expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
});

test('signing out asks first, and both answers carry the token of the form', () => {
  const page = pages.signOut(logoutForm);
  expect(page).toContain('<input type="hidden" name="xsrf" value="abc123">');
  expect(page).toContain('name="logout" value="yes"');
});

test('the code of a device keeps what was typed, once, with a label', () => {
  const page = pages.enterDeviceCode(deviceForm, 'That code is not right.');
  expect(page.match(/name="user_code"/g)).toHaveLength(1);
  expect(page).toContain('value="A&lt;B&quot;"');
  expect(page).toContain('<label for="field-user_code">');
  expect(page).toContain('role="alert"');
});

test('a device is confirmed or stopped', () => {
  const page = pages.confirmDeviceCode(confirmForm, 'The tool', 'ABCD-EFGH');
  expect(page).toContain('name="confirm" value="yes"');
  expect(page).toContain('name="abort" value="yes"');
});

test.each([
  ['invalid_redirect_uri', 'redirect_uri did not match', 'wrong address'],
  ['invalid_client', 'client is invalid', 'do not know this application'],
  ['invalid_request', 'authorization request has expired', 'This sign-in has ended'],
  ['invalid_request', 'missing required parameter(s)', 'asked in a wrong way'],
  ['server_error', 'oops! something went wrong', 'on our side'],
  ['constructor', 'x', 'could not go on'],
])('%s (%s) helps', (error, detail, words) => {
  const page = pages.error(error, detail, 'code-7');
  expect(page).toContain(words);
  expect(page).toContain('code-7');
  expect(page).toContain('href="/"');
});
