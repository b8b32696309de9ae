/** Loaded when the first passkey is used: with what it needs to read certificates it is a fifth of all modules. */
export const loadWebAuthn = async () => await import('@simplewebauthn/server');
