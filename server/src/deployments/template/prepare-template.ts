import { createHash } from 'node:crypto';
import { createBreather } from '../breathe.ts';
import { Budget, type JsonValue } from '../query/index.ts';
import { checkFields } from './check-fields.ts';
import { type CheckedTemplate, type CheckTools, checkTemplate } from './check-template.ts';
import { decodeFile } from './decode-file.ts';
import { evaluateVariables } from './evaluate-variables.ts';
import { parseParameters } from './parse-parameters.ts';
import { parseTemplate } from './parse-template.ts';
import { Findings, type SourceFiles } from './problem.ts';
import { readJson } from './read-json.ts';
import { Scope } from './scope.ts';
import { type FileName, fileNames, type SourceFile } from './source-file.ts';
import { templateLimits } from './template-limits.ts';

/** The two files as the body carries them. */
export type EncodedFiles = Readonly<Record<FileName, string>>;

export interface PreparedTemplate {
  /** Absent when a file could not even be read. */
  readonly checked: CheckedTemplate | undefined;
  readonly scope: Scope;
  readonly findings: Findings;
  readonly files: SourceFiles;
  /** SHA-256 of the decoded template, by which history knows it; absent when it could not be decoded. */
  readonly templateHash: Buffer | undefined;
  /** SHA-256 of both decoded files, by which a plan knows them. */
  readonly filesHash: Buffer;
}

type Types = Pick<CheckTools, 'findType' | 'typeNames'>;

/** Decodes, reads and checks the two files of a submission. Finds everything that is wrong; provisions nothing. */
export async function prepareTemplate(encoded: EncodedFiles, types: Types): Promise<PreparedTemplate> {
  const findings = new Findings();
  const breathe = createBreather();
  const files: Partial<Record<FileName, SourceFile>> = {};
  const hash = createHash('sha256');
  let templateHash: Buffer | undefined;
  let bytes = 0;
  for (const name of fileNames) {
    const decoded = decodeFile(name, encoded[name]);
    if ('finding' in decoded) {
      findings.add(decoded.finding);
      continue;
    }
    files[name] = decoded.file;
    bytes += decoded.bytes.length;
    hash.update(`${name} ${decoded.bytes.length} `).update(decoded.bytes);
    if (name === 'template') templateHash = createHash('sha256').update(decoded.bytes).digest();
  }
  const noParameters = { values: new Map(), secrets: new Set<string>(), broken: new Set<string>() };
  const filesHash = hash.digest();
  const unread = {
    checked: undefined,
    scope: new Scope(noParameters, new Budget()),
    findings,
    files,
    templateHash,
    filesHash,
  };
  if (bytes > templateLimits.bytes) {
    const message = `The two files have more than ${templateLimits.bytes} bytes together.`;
    findings.add({ code: 'template.too-large', message, file: null, path: [] });
    return unread;
  }
  const values: Partial<Record<FileName, JsonValue>> = {};
  for (const name of fileNames) {
    const file = files[name];
    const read = file === undefined ? undefined : await readJson(file, breathe);
    if (read !== undefined && 'finding' in read) findings.add(read.finding);
    else if (read !== undefined) values[name] = read.value;
  }
  if (values.template === undefined || values.parameters === undefined) return unread;

  const parameters = parseParameters(values.parameters, findings);
  const template = parseTemplate(values.template, findings);
  const scope = new Scope(parameters, new Budget());
  evaluateVariables(template.variables, scope, findings);
  const tools = { scope, findings, breathe, ...types };
  const checked = await checkTemplate(template, tools);
  // Where nothing is wrong so far the run finds all that is wrong in fields, and more.
  if (!findings.isEmpty) await checkFields(checked.resources, tools);
  return { checked, scope, findings, files, templateHash, filesHash };
}
