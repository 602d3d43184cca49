import { client, dataOf, type Schemas } from './client';

export type Webhook = Schemas['Webhook'];
export type WebhookInput = Schemas['WebhookInput'];
export type Delivery = Schemas['WebhookDelivery'];
export type DeliveryStatus = Delivery['status'];
export type NewWebhook = Webhook & { secret: string };

const of = (id: string) => ({ params: { path: { id } } });

export const webhooks = {
  list: () => dataOf<{ webhooks: Webhook[] }>(client.GET('/monitoring/webhooks')),
  add: (body: WebhookInput) => dataOf<NewWebhook>(client.POST('/monitoring/webhooks', { body })),
  change: ({ id, ...body }: WebhookInput & { id: string }) => dataOf<Webhook>(client.PUT('/monitoring/webhooks/{id}', { ...of(id), body })),
  remove: (id: string) => dataOf<{ id: string; deleted: true }>(client.DELETE('/monitoring/webhooks/{id}', of(id))),
  rotate: (id: string) => dataOf<NewWebhook>(client.POST('/monitoring/webhooks/{id}/secret', of(id))),
  test: (id: string) => dataOf<{ delivery: Delivery }>(client.POST('/monitoring/webhooks/{id}/test', of(id))),
  deliveries: (id: string, status?: DeliveryStatus, before?: string) =>
    dataOf<{ deliveries: Delivery[]; hasMore: boolean }>(client.GET('/monitoring/webhooks/{id}/deliveries', { params: { path: { id }, query: { status, before, limit: 50 } } })),
  redeliver: ({ id, deliveryIds }: { id: string; deliveryIds?: string[] }) => dataOf<{ redelivered: number }>(client.POST('/monitoring/webhooks/{id}/redeliver', { ...of(id), body: deliveryIds ? { deliveryIds } : {} })),
};
