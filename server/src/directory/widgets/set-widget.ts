import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { readWidget, type WidgetInput } from './read-widget.ts';
import { insertWidget, selectWidgetsOfService, updateWidget } from './widget-store.ts';

export const widgetNotFound = (): AppError =>
  new AppError('notFound', 'widget.not-found', 'The service has no such widget.');

const mostWidgets = 200;

/** A new widget of the service, or a known one as a whole. Who may do so is the caller's to decide. */
export const setWidget = async (
  transaction: Transaction,
  acting: Acting,
  input: WidgetInput & { readonly serviceId: string; readonly widgetId?: string | undefined },
): Promise<string> => {
  const { serviceId, widgetId } = input;
  const fields = readWidget(input);
  const id = widgetId ?? (await add(transaction, serviceId, fields));
  if (widgetId !== undefined && !(await updateWidget(transaction, { widgetId, serviceId }, fields)))
    throw widgetNotFound();
  await recordAudit(transaction, {
    ...acting,
    action: widgetId === undefined ? 'widget.created' : 'widget.changed',
    target: { kind: 'widget', id },
    details: { serviceId, name: fields.name },
  });
  return id;
};

const add = async (
  transaction: Transaction,
  serviceId: string,
  fields: ReturnType<typeof readWidget>,
): Promise<string> => {
  if ((await selectWidgetsOfService(transaction, serviceId)).length >= mostWidgets) {
    throw new AppError('conflict', 'widget.too-many', `A service has at most ${mostWidgets} widgets.`);
  }
  return await insertWidget(transaction, { ...fields, serviceId });
};
