import { expect, test } from 'vitest';
import { findUnknownVariables } from './find-unknown-variables.ts';
import { setting } from './settings.ts';

const settings = {
  port: setting({ variable: 'APP_PORT', describes: '', fallback: '1', example: '2' }, Number),
  level: setting({ variable: 'APP_LOG_LEVEL', describes: '', fallback: '1', example: '2' }, Number),
};

test.each([
  ['APP_PORT', []],
  ['PATH', []],
  ['APP_PROT', ['APP_PROT is no setting and is ignored. Did you mean APP_PORT?']],
  ['APP_LOGLEVEL', ['APP_LOGLEVEL is no setting and is ignored. Did you mean APP_LOG_LEVEL?']],
  ['APP_LOG_LEVELS', ['APP_LOG_LEVELS is no setting and is ignored. Did you mean APP_LOG_LEVEL?']],
  ['APP_SERVICE_HOST', ['APP_SERVICE_HOST is no setting and is ignored.']],
  ['APP_', ['APP_ is no setting and is ignored.']],
])('%s', (name, sentences) => {
  expect(findUnknownVariables(settings, { [name]: 'value' }, 'APP_')).toEqual(sentences);
});
