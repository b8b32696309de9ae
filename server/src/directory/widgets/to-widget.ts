import type { Widget } from '../wire/services.ts';
import type { StoredWidget } from './widget-store.ts';

export const toWidget = (widget: StoredWidget) => ({ ...widget }) satisfies Widget;
