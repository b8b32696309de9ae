import { Type } from 'typebox';
import type { Acting } from '../../accounts/index.ts';
import { actingOf } from '../../identity/authenticate/index.ts';
import { readService } from '../../identity/services/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { Widget } from '../directory-operations.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { createOnce } from '../wire/create-once.ts';
import { cutPage, pageOf, pageQuery, readPage } from '../wire/page.ts';
import { id, idempotencyHeaders, noContent, nullable, pathIds, text } from '../wire/schemas.ts';

const tag = 'Widgets';
const path = '/projects/{projectId}/services/{serviceId}/widgets';

const size = Type.Integer({ minimum: 1, maximum: 100_000 });
const order = Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 });
const optionalText = (most: number) => Type.Optional(nullable(text(most)));

const widgetWords = Type.Object(
  {
    name: text(200),
    width: size,
    height: size,
    description: optionalText(2_000),
    url: optionalText(2_048),
    priority: Type.Optional(order),
    logoUrl: optionalText(2_048),
    pictogramUrl: optionalText(2_048),
    type: optionalText(100),
    showTitle: Type.Optional(Type.Boolean()),
    supportsMobile: Type.Optional(Type.Boolean()),
    sequenceNo: Type.Optional(order),
    color: optionalText(50),
    openInNewTab: Type.Optional(Type.Boolean()),
  },
  { title: 'WidgetWords', description: 'The widget as a whole: what is absent is as usual.' },
);

const widgetSchema = Type.Object(
  {
    id,
    name: Type.String(),
    width: Type.Integer(),
    height: Type.Integer(),
    description: nullable(Type.String()),
    url: nullable(Type.String()),
    priority: Type.Integer(),
    logoUrl: nullable(Type.String()),
    pictogramUrl: nullable(Type.String()),
    type: nullable(Type.String()),
    showTitle: Type.Boolean(),
    supportsMobile: Type.Boolean(),
    sequenceNo: Type.Integer(),
    color: nullable(Type.String()),
    openInNewTab: Type.Boolean(),
  },
  { title: 'ServiceWidget' },
);

const toWidget = ({ serviceId: _, ...widget }: Widget) => widget;

/** The widget as lists show it afterwards. */
const setWidget = async (
  { directory }: RouteDeps,
  transaction: Transaction,
  acting: Acting,
  widget: Parameters<RouteDeps['directory']['setWidget']>[2],
) => {
  const widgetId = await directory.setWidget(transaction, acting, widget);
  const made = (await directory.listWidgets(transaction, widget)).find(({ id: listedId }) => listedId === widgetId);
  if (made === undefined) throw new Error('The widget that was written is not there.');
  return toWidget(made);
};

/** Tiles that a service puts on the start page of its subscribers. */
export const createWidgetRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path,
    operationId: 'listWidgets',
    tag,
    summary: 'Widgets of a service, in their order.',
    rule: deps.rules.projectMember('reader'),
    params: pathIds('projectId', 'serviceId'),
    query: Type.Object(pageQuery),
    answers: { 200: { description: 'A page of widgets.', schema: pageOf(widgetSchema) } },
    handler: async ({ params: { projectId, serviceId }, query }) => {
      const window = readPage(query);
      await readService(deps.database, { serviceId, scope: { projectId } });
      return cutPage(window, (await deps.directory.listWidgets(deps.database, { serviceId })).map(toWidget));
    },
  }),
  defineRoute({
    method: 'POST',
    path,
    operationId: 'createWidget',
    tag,
    summary: 'Adds a widget to a service.',
    rule: deps.rules.projectMember('contributor'),
    params: pathIds('projectId', 'serviceId'),
    headers: idempotencyHeaders,
    body: widgetWords,
    answers: { 201: { description: 'The widget.', schema: widgetSchema } },
    handler: async (input) =>
      await createOnce(deps, input, async (transaction) => {
        const { projectId, serviceId } = input.params;
        await readService(transaction, { serviceId, scope: { projectId } });
        return await setWidget(deps, transaction, actingOf(input.request), { ...input.body, serviceId });
      }),
  }),
  defineRoute({
    method: 'PUT',
    path: `${path}/{widgetId}`,
    operationId: 'replaceWidget',
    tag,
    summary: 'Replaces a widget as a whole.',
    rule: deps.rules.projectMember('contributor'),
    params: pathIds('projectId', 'serviceId', 'widgetId'),
    body: widgetWords,
    answers: { 200: { description: 'The widget.', schema: widgetSchema } },
    handler: async ({ params: { projectId, serviceId, widgetId }, body, request }) =>
      await inTransaction(deps.database, async (transaction) => {
        await readService(transaction, { serviceId, scope: { projectId } });
        return await setWidget(deps, transaction, actingOf(request), { ...body, serviceId, widgetId });
      }),
  }),
  defineRoute({
    method: 'DELETE',
    path: `${path}/{widgetId}`,
    operationId: 'removeWidget',
    tag,
    summary: 'Takes a widget away.',
    rule: deps.rules.projectMember('contributor'),
    params: pathIds('projectId', 'serviceId', 'widgetId'),
    answers: { 204: noContent },
    handler: async ({ params: { projectId, serviceId, widgetId }, request }) => {
      await inTransaction(deps.database, async (transaction) => {
        await readService(transaction, { serviceId, scope: { projectId } });
        await deps.directory.removeWidget(transaction, actingOf(request), { serviceId, widgetId });
      });
    },
  }),
];
