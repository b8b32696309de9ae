// Made by `npm run generate` from the migrated schema. Do not edit.
export interface Tables {}
