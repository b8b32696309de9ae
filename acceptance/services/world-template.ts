import { applicationResource, clientOutput, idOutput, serviceResource } from '../support/template-parts.ts';

/** Applications that are linked to one service, to several and to none, and one that nobody has used yet. */
export const worldTemplate = {
  resources: [
    serviceResource('orders'),
    serviceResource('invoices'),
    applicationResource('main', ['$resources[0].id']),
    applicationResource('ambiguous', ['$resources[0].id', '$resources[1].id']),
    applicationResource('unlinked', []),
    applicationResource('unseen', ['$resources[0].id']),
  ],
  outputs: [
    idOutput('serviceId', 0),
    clientOutput('main', 2),
    clientOutput('ambiguous', 3),
    clientOutput('unlinked', 4),
    clientOutput('unseen', 5),
  ],
};
