const form = /^[\p{L}\p{M}\p{Nd}_,-](?:[\p{L}\p{M}\p{Nd} _,-]*[\p{L}\p{M}\p{Nd}_,-])?$/u;

/** Why the text is no name of a resource or a group (contract A9); undefined when it is one. */
export const findNameProblem = (name: unknown): string | undefined => {
  if (typeof name !== 'string') return 'name must be a text';
  const length = [...name].length;
  if (length < 4 || length > 200) return 'name must have 4 to 200 characters';
  if (!form.test(name)) {
    return 'name must consist of letters, digits, spaces, _, comma and -, with no space at either end';
  }
  // Otherwise two names could look the same and be two resources.
  return name === name.normalize('NFC') ? undefined : 'name must be in Unicode normal form C';
};
