const longest = 2_048;

/** Where to go after the sign-in: a path of this server, never another site. */
export const readReturnPath = (text: string | undefined): string => {
  if (text === undefined || text.length > longest || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\')) {
    return '/';
  }
  const base = 'http://console.invalid';
  const url = URL.parse(text, base);
  if (url === null || url.origin !== base) return '/';
  const path = url.pathname + url.search + url.hash;
  // Dots may have turned `/.//x` into `//x`; and the sign-in must not return to itself.
  return path.startsWith('//') || /^\/auth(?:\/|$)/i.test(path) ? '/' : path;
};
