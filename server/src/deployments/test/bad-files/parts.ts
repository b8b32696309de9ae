export const group = '"resourceGroup": {"name": "a group"}';

/** A template that is right but for what is given; `{` stands on the first line, as people write it. */
export const around = (members: string): string => `{\n  ${group},\n  ${members}\n}`;
export const ofResource = (resource: string): string => around(`"resources": [\n    ${resource}\n  ]`);
export const ofService = (members: string): string =>
  ofResource(`{"name": "a service", "resourceType": "platform.service", ${members}}`);
export const ofProperties = (members: string): string => ofService(`"sections": {"properties": {${members}}}`);
export const ofAdvanced = (members: string): string => ofService(`"sections": {"advanced": {${members}}}`);
export const ofApp = (properties: string, advanced = ''): string =>
  ofResource(
    `{"name": "an app", "resourceType": "platform.application", "sections": {"properties": {${properties}}, "advanced": {${advanced}}}}`,
  );
export const ofOutput = (output: string): string => around(`"resources": [],\n  "outputs": [${output}]`);
export const ofVariables = (variables: string): string => around(`"resources": [],\n  "variables": ${variables}`);

export const text = (length: number): string => 'x'.repeat(length);

/** A query over a list of 1,000 numbers and a text of 10,000 characters. */
export const ofBomb = (query: string): string =>
  around(`"variables": {"l": [${'1,'.repeat(1_000)}], "t": "${text(10_000)}"}, "resources": [],
  "outputs": [{"name": "x", "value": "$${query}"}]`);
