/** Whether each product of the tests is two apis and two gateways behind haproxy: `REPLICAS=2 npx vitest run e2e/shop.test.ts`. */
export const hasReplicas = process.env['REPLICAS'] === '2';
