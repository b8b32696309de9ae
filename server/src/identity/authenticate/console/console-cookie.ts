/** A cookie of the console: its name on this server, and how it is set and taken away. */
export interface ConsoleCookie {
  readonly name: string;
  read(header: string | undefined): string | undefined;
  write(value: string, maxAgeSeconds: number): string;
  remove(): string;
}

/**
 * Out of reach of scripts, and never sent along by other sites. With https the `__Host-` prefix keeps neighbours on
 * sub-domains from planting one.
 */
export const createConsoleCookie = (publicUrl: string, word: string, sameSite: 'Strict' | 'Lax'): ConsoleCookie => {
  const isSecure = publicUrl.startsWith('https:');
  const name = `${isSecure ? '__Host-' : ''}portolan_${word}`;
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`;
  return {
    name,
    read: (header) => {
      const values = (header ?? '')
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1));
      // Two of one name: somebody planted one, and nobody can say which.
      return values.length === 1 && values[0] !== '' ? values[0] : undefined;
    },
    write: (value, maxAgeSeconds) => `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    remove: () => `${name}=; Max-Age=0; ${attributes}`,
  };
};
