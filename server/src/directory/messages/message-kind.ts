/** The two ways of a message to its reader, by the specification's numbers (contract B14). */
const kindOfType = { 1: 'notificationCenter', 3: 'email' } as const;

export type MessageKind = (typeof kindOfType)[keyof typeof kindOfType];

/** Undefined for a number that stands for no way. */
export const messageKindOf = (type: number): MessageKind | undefined =>
  type === 1 || type === 3 ? kindOfType[type] : undefined;

export const messageTypeOf = (kind: MessageKind): number => (kind === 'email' ? 3 : 1);
