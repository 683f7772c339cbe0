/** Whether each product of the tests is two apis and two gateways behind haproxy: `REPLICAS=2 npx vitest run e2e/shop.test.ts`. */
export const hasReplicas = process.env['REPLICAS'] === '2';

/** Where the first api and gateway listen then. */
export const firstHost = '127.0.0.2';

/** Where a product's own gateway is reached, and no other by chance. */
export const ownHost = hasReplicas ? firstHost : '127.0.0.1';
