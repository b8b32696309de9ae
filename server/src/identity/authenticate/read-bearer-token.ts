/** The token of an Authorization header; undefined when there is none, or the header speaks of something else. */
export const readBearerToken = (header: string | undefined): string | undefined => {
  const [, token] = /^bearer +([\w.~+/=-]+) *$/i.exec(header ?? '') ?? [];
  return token;
};
