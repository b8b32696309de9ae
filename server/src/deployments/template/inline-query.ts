export type InlineText = { readonly literal: string } | { readonly query: string };

/** A text that starts with `$` is a query, `$$` at the start stands for a literal `$` (contract A3). */
export function readInlineText(text: string): InlineText {
  if (!text.startsWith('$')) return { literal: text };
  return text.startsWith('$$') ? { literal: text.slice(1) } : { query: text.slice(1) };
}

export function isQuery(text: string): boolean {
  return text.startsWith('$') && !text.startsWith('$$');
}
