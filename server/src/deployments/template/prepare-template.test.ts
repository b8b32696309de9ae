import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prepareTemplate } from './prepare-template.ts';
import { reportProblems } from './report-problems.ts';

const folder = new URL('../../../../examples/', import.meta.url);
const examples = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({
    template: readFileSync(new URL(`${name}/template.json`, folder), 'utf8'),
    parameters: readFileSync(new URL(`${name}/parameters.json`, folder), 'utf8'),
  }));

const encode = (text: string) => Buffer.from(text).toString('base64');
const types = {
  findType: (name: string) =>
    name.startsWith('platform.')
      ? { isList: (path: readonly unknown[]) => path.at(-1) === 'services', keepsSecret: () => false }
      : undefined,
  typeNames: ['platform.service', 'platform.application'],
};

const pieces = [
  '$',
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  'null',
  '1e9',
  '\\',
  "'",
  'resources',
  'parameter(',
  '|',
  '&&',
  '[?',
  '\u0000',
  '\ud800',
  '/*',
  '//',
];

/** A file with a few things taken out, put in or doubled. */
const mutate = (text: string, steps: readonly (readonly [number, number, number])[]): string =>
  steps.reduce((given, [place, length, piece]) => {
    const at = place % (given.length + 1);
    return (
      given.slice(0, at) +
      (pieces[piece % (pieces.length + 1)] ?? given.slice(at, at + 20)) +
      given.slice(at + (length % 4))
    );
  }, text);

const steps = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 1, maxLength: 4 });

test('broken files end in problems with places that exist, never in an exception', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...examples), steps, steps, async (example, inTemplate, inParameters) => {
      const files = {
        template: encode(mutate(example.template, inTemplate)),
        parameters: encode(inParameters.length > 2 ? mutate(example.parameters, inParameters) : example.parameters),
      };
      const prepared = await prepareTemplate(files, types);
      const problems = reportProblems(prepared.findings.items, prepared.files, prepared.findings.count);
      for (const { file, line, column, code, message } of problems) {
        expect(code).toMatch(/^[a-z-]+\.[a-z0-9-]+$/);
        expect(message).toMatch(/[.:…]$/);
        if (file === null || line === null || column === null) continue;
        const lines = prepared.files[file]?.text.split(/\r\n|\n|\r/) ?? [];
        expect(line).toBeLessThanOrEqual(lines.length);
        expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
      }
      expect(prepared.checked === undefined && problems.length === 0).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test('the examples are right', async () => {
  for (const { template, parameters } of examples) {
    const { findings } = await prepareTemplate({ template: encode(template), parameters: encode(parameters) }, types);
    expect([findings.items, findings.warnings]).toEqual([[], []]);
  }
});

test('problems come in the order of the file, and too many are counted', async () => {
  const outputs = Array.from({ length: 300 }, (_, index) => ({ name: `o${index}`, value: '$', type: 'x' }));
  const template = JSON.stringify({ resourceGroup: { name: 'a group' }, resources: [], outputs });
  const { findings, files } = await prepareTemplate({ template: encode(template), parameters: encode('[1]') }, types);
  const problems = reportProblems(findings.items, files, findings.count);
  expect(problems.length).toBe(201);
  expect(problems.at(-1)).toMatchObject({ code: 'template.more-problems', message: 'There are 401 more problems.' });
  const columns = problems
    .slice(0, -1)
    .filter(({ file }) => file === 'template')
    .map(({ column }) => column ?? 0);
  expect(columns).toEqual(columns.toSorted((a, b) => a - b));
});
