// Made by `npm run generate` from the OpenAPI document. Do not edit.
export {};
