import { offsetInText } from './json-scanner.ts';
import { type Located, locate } from './locate.ts';
import { type Finding, type Problem, pointerOf, type SourceFiles } from './problem.ts';
import { fileNames, type SourceFile } from './source-file.ts';
import { templateLimits } from './template-limits.ts';

/** Turns findings into what the caller is told: in the order of the files, each with its line and column (contract A8). */
export function reportProblems(
  findings: readonly Finding[],
  files: SourceFiles,
  count = findings.length,
): readonly Problem[] {
  const shown = findings.slice(0, templateLimits.problems);
  const offsets = new Map<Finding, number>();
  for (const name of fileNames) {
    const file = files[name];
    if (file !== undefined) findOffsets(file, shown, offsets);
  }
  const problems = shown
    .map((finding) => ({ finding, offset: offsets.get(finding) }))
    .sort((a, b) => order(a.finding) - order(b.finding) || (a.offset ?? 0) - (b.offset ?? 0))
    .map(({ finding, offset }) => toProblem(finding, offset, files));
  const more = count - shown.length;
  if (more > 0) problems.push(toProblem(andMore(more), undefined, files));
  return problems;
}

function order({ file }: Finding): number {
  return file === null ? fileNames.length : fileNames.indexOf(file);
}

function findOffsets(file: SourceFile, findings: readonly Finding[], offsets: Map<Finding, number>): void {
  const mine = findings.filter((finding) => finding.file === file.name);
  for (const finding of mine) if (finding.offset !== undefined) offsets.set(finding, finding.offset);
  const unplaced = mine.filter(({ offset }) => offset === undefined);
  if (unplaced.length === 0) return;
  const located = locate(
    file.text,
    unplaced.map(({ path }) => path),
  );
  for (const [index, finding] of unplaced.entries()) {
    const place = located[index];
    if (place !== undefined) offsets.set(finding, offsetOf(finding, place, file.text));
  }
}

function offsetOf({ character, atName }: Finding, { value, name, exact }: Located, text: string): number {
  if (atName === true) return name;
  return character !== undefined && exact && text[value] === '"' ? offsetInText(text, value, character) : value;
}

function toProblem(finding: Finding, offset: number | undefined, files: SourceFiles): Problem {
  const { code, message, resource = null, file, path, excerpt = null } = finding;
  const source = file === null ? undefined : files[file];
  const position = finding.position ?? (offset === undefined ? undefined : source?.positionOf(offset));
  const { line, column } = position ?? { line: null, column: null };
  return { code, message, resource, file, pointer: pointerOf(path), line, column, excerpt };
}

function andMore(count: number): Finding {
  return { code: 'template.more-problems', message: `There are ${count} more problems.`, file: null, path: [] };
}
