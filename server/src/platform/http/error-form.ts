import type { TSchema } from 'typebox';
import type { AppError } from '../errors/app-error.ts';

export interface ErrorContext {
  readonly supportCode: string;
  readonly status: number;
}

/** How an area writes its errors. One per area: base addresses differ in exactly this. */
export interface ErrorForm {
  /** Media type of the body; undefined leaves the choice to the area's negotiation. */
  readonly mediaType: string | undefined;
  /** The schema of the body for a status, for the documentation and for XML. */
  readonly schemaOf: (status: number) => TSchema;
  readonly render: (error: AppError, context: ErrorContext) => unknown;
  /** The status, where the area's specification names another one than is usual for the kind. */
  readonly statusOf?: (error: AppError) => number | undefined;
}
