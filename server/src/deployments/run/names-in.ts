import type { CheckedTemplate } from '../template/check-template.ts';

/** What a template names before it runs: names that only the run gives are looked for then. */
export function namesIn({ group, resources }: CheckedTemplate): {
  readonly names: readonly string[];
  readonly groupName: string | undefined;
} {
  return {
    names: resources.flatMap(({ name }) => (name === undefined ? [] : [name])),
    groupName: typeof group.name === 'string' ? group.name : undefined,
  };
}
