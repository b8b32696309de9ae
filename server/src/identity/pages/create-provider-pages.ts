import type { ProviderPages } from '../provider/create-provider.ts';
import { renderField, submit } from './html/field.ts';
import { type Html, html } from './html/html.ts';
import { renderPage } from './html/page.ts';
import { renderError } from './views/error-view.ts';
import { renderMessage } from './views/message-view.ts';
import { providerErrorWords } from './views/provider-error-words.ts';
import { readProviderForm, renderProviderForm } from './views/provider-form.ts';
import { say, translate } from './words/say.ts';

/** The pages that the provider shows by itself: errors, signing out, and codes of devices. */
export const createProviderPages = (): ProviderPages => ({
  error: (error, detail, supportCode) => renderError({ ...providerErrorWords(error, detail), supportCode }).toString(),
  signOut: (form) =>
    renderPage({
      title: say('Sign out?'),
      lead: say('You will be signed out of all applications that you opened in this browser.'),
      body: renderProviderForm(
        form,
        html`${submit(say('Sign out'), 'logout', 'yes')}${submit(say('Stay signed in'), undefined, undefined, 'button plain')}`,
      ),
    }).toString(),
  signedOut: (clientName, isSignedIn) => renderSignedOut(clientName, isSignedIn).toString(),
  enterDeviceCode: (form, problem) =>
    renderEnterDeviceCode(form, problem === undefined ? undefined : translate(problem)),
  confirmDeviceCode: (form, clientName, userCode) =>
    renderPage({
      title: say('Connect {application}?', { application: clientName }),
      lead: say('Does your device show the same code?'),
      body: html`<p class="device-code">${userCode}</p>
${renderProviderForm(form, html`${submit(say('Yes, connect'))}${submit(say('No, stop'), 'abort', 'yes', 'button plain')}`)}<p class="soft">${say('Stop if you did not start this yourself, or if somebody sent you the code.')}</p>`,
    }).toString(),
  deviceDone: (clientName) =>
    renderMessage({
      title: say('Your device is connected'),
      text: say('{application} goes on by itself. You can close this window.', { application: clientName }),
      isGood: true,
    }).toString(),
  deviceStopped: () =>
    renderMessage({
      title: say('Nothing was connected'),
      text: say(
        'The code does not work any more. You can close this window. If somebody sent you the code, tell those who look after the platform.',
      ),
    }).toString(),
});

const renderSignedOut = (clientName: string | undefined, isSignedIn: boolean): Html => {
  const link = { label: say('Go to the start page'), address: '/' };
  if (!isSignedIn) {
    return renderMessage({
      title: say('You are signed out'),
      text: say('On a shared computer, close the browser too.'),
      link,
    });
  }
  const title =
    clientName === undefined
      ? say('You are still signed in')
      : say('You left {application}', { application: clientName });
  const text = say(clientName === undefined ? 'Nothing was changed.' : 'You are still signed in here.');
  return renderMessage({ title, text, link });
};

const renderEnterDeviceCode = (form: string, problem: string | undefined): string =>
  renderPage({
    title: say('Connect a device'),
    lead: say('Enter the code that your device or command line shows.'),
    problem,
    body: renderProviderForm(
      form,
      html`${renderField({
        name: 'user_code',
        label: say('Code'),
        value: readProviderForm(form).fields.user_code,
        problem,
        autocomplete: 'off',
        className: 'code',
        maxLength: 40,
        autofocus: true,
      })}${submit(say('Continue'))}`,
      ['user_code'],
    ),
  }).toString();
