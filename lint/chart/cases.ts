import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../../deploy/chart/values.schema.json'), 'utf8')) as {
  properties: { settings: { properties: Record<string, unknown> } };
};
/** The names of settings that the chart takes. */
export const offered = Object.keys(schema.properties.settings.properties);
const on = { enabled: true };

/** By what a test says of it: values with each of the switches. */
export const cases = {
  'by default': {},
  'with all there is': {
    images: {
      java: { 21: 'registry.example.org/java21:1', 17: 'registry.example.org/java17:1' },
      pullSecrets: ['registry'],
    },
    settings: Object.fromEntries(offered.map((name) => [name, 'value'])),
    realmDatabases: { existingSecret: 'realm-databases', to: [{ ipBlock: { cidr: '10.9.8.7/32' } }], port: 5433 },
    realms: { storageClass: 'fast' },
    api: { autoscaling: on, nodeSelector: { disk: 'ssd' }, tolerations: [{ key: 'only', operator: 'Exists' }] },
    gateway: { service: { annotations: { 'example.org/balancer': 'yes' } } },
    sftp: { service: { type: 'ClusterIP', annotations: { 'example.org/balancer': 'yes' } } },
    ingress: { ...on, className: 'nginx', tlsSecret: 'certificate', annotations: { 'example.org/size': '0' } },
    networkPolicies: {
      pageFrom: [{ namespaceSelector: {} }],
      apiServerCidrs: ['10.1.2.3/32', 'fd00::1/128'],
      apiEgress: [{ to: [{ podSelector: {} }], ports: [{ port: 9000 }] }],
      closedCidrs: ['198.100.0.0/24', '2a00::/32'],
    },
    monitoring: { serviceMonitor: { ...on, labels: { release: 'prometheus' } }, rules: on, dashboard: on },
  },
  'with a gateway on each node': { gateway: { kind: 'DaemonSet' } },
  'with less': {
    sftp: { enabled: false },
    networkPolicies: { enabled: false },
    realms: { createNamespace: false, volumeAccess: 'ReadWriteOnce' },
  },
};
export type Case = keyof typeof cases;
export const names = Object.keys(cases) as Case[];
