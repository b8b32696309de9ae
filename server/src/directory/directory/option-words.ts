/** The group of operations for maintenance, and what everybody who finds one of them should read first. */
export const optionsTag = 'Options';

export const clientsMustNot = 'For maintenance of the platform: clients must not use this operation.';
