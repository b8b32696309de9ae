// What pages gain where scripts run: passkeys, passwords that can be looked at, codes that can be copied.
// Every page works without it.

const toBytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
const toText = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

const readDescriptors = (list) => (list ?? []).map((each) => ({ ...each, id: toBytes(each.id) }));

const readCreation = (options) => ({
  ...options,
  challenge: toBytes(options.challenge),
  user: { ...options.user, id: toBytes(options.user.id) },
  excludeCredentials: readDescriptors(options.excludeCredentials),
});

const readRequest = (options) => ({
  ...options,
  challenge: toBytes(options.challenge),
  allowCredentials: readDescriptors(options.allowCredentials),
});

const writeCredential = ({ id, rawId, type, response }) => {
  const answer = { clientDataJSON: toText(response.clientDataJSON) };
  for (const member of ['attestationObject', 'authenticatorData', 'signature', 'userHandle']) {
    if (response[member]) answer[member] = toText(response[member]);
  }
  if (response.getTransports) answer.transports = response.getTransports();
  return JSON.stringify({ id, rawId: toText(rawId), type, response: answer });
};

const tell = (form, error) => {
  const place = form.querySelector('[data-passkey-problem]');
  const words = JSON.parse(form.dataset.passkeyWords);
  place.textContent = words[error.name] ?? words.other;
  place.hidden = false;
};

const askForPasskey = async (form) => {
  const { passkeyCreate, passkeyGet } = form.dataset;
  return passkeyCreate
    ? await navigator.credentials.create({ publicKey: readCreation(JSON.parse(passkeyCreate)) })
    : await navigator.credentials.get({ publicKey: readRequest(JSON.parse(passkeyGet)) });
};

if (window.PublicKeyCredential) {
  for (const form of document.querySelectorAll('form[data-passkey-create], form[data-passkey-get]')) {
    form.hidden = false;
    form.addEventListener('submit', async (event) => {
      if (form.elements.passkey.value !== '') return;
      event.preventDefault();
      try {
        form.elements.passkey.value = writeCredential(await askForPasskey(form));
        form.submit();
      } catch (error) {
        tell(form, error);
      }
    });
  }
}

for (const button of document.querySelectorAll('button[data-reveal]')) {
  const input = document.getElementById(button.dataset.reveal);
  button.hidden = false;
  button.addEventListener('click', () => {
    const isHidden = input.type === 'password';
    input.type = isHidden ? 'text' : 'password';
    button.textContent = isHidden ? button.dataset.hide : button.dataset.show;
    button.setAttribute('aria-pressed', String(isHidden));
    input.focus();
  });
}

for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const text = [...document.querySelectorAll(button.dataset.copy)].map((each) => each.textContent).join('\n');
    await navigator.clipboard.writeText(text);
    button.textContent = button.dataset.copied;
  });
}
