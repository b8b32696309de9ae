import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { widgetNotFound } from './set-widget.ts';
import { deleteWidgetRow } from './widget-store.ts';

export const removeWidget = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly serviceId: string; readonly widgetId: string },
): Promise<void> => {
  if (!(await deleteWidgetRow(transaction, input))) throw widgetNotFound();
  await recordAudit(transaction, {
    ...acting,
    action: 'widget.deleted',
    target: { kind: 'widget', id: input.widgetId },
    details: { serviceId: input.serviceId },
  });
};
