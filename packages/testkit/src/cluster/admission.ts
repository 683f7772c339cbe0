// Any object to be created.
// oxlint-disable-next-line typescript/no-explicit-any
export type Loose = any;

/* A cluster's admission of new objects: a part of its validation, and the pod security standard `restricted`. */

const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const labelValue = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;
const qualifiedName = /^([a-z0-9.-]{1,253}\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const quantity = /^\d+(\.\d+)?(m|k|Ki|Mi|Gi|Ti|M|G)?$/;
const accessModes = new Set(['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod']);

/** The validation error to which a cluster answers 422; null: none of those checked here. */
export function invalidError(resource: string, { metadata, spec, data }: Loose): string | null {
  if (!subdomain.test(metadata?.name ?? '') || metadata.name.length > 253) return 'metadata.name: Invalid value';
  for (const [name, value] of Object.entries(metadata.labels ?? {}) as [string, string][])
    if (!qualifiedName.test(name) || value.length > 63 || !labelValue.test(value))
      return `metadata.labels: ${name}=${value}`;
  for (const [name, value] of Object.entries(metadata.annotations ?? {}))
    if (!qualifiedName.test(name) || typeof value !== 'string') return `metadata.annotations: ${name}`;
  if (resource === 'persistentvolumeclaims') {
    if (!spec.accessModes?.every((mode: string) => accessModes.has(mode))) return 'spec.accessModes: Unsupported value';
    if (!quantity.test(spec.resources?.requests?.storage ?? ''))
      return 'spec.resources.requests.storage: Required value';
  }
  if (resource === 'secrets') {
    for (const value of Object.values(data ?? {}) as string[])
      if (Buffer.from(value, 'base64').toString('base64') !== value) return 'data: illegal base64 data';
  }
  if (resource === 'pods') return invalidPod(spec);
  return null;
}

function invalidPod(spec: Loose): string | null {
  if (!spec.containers?.length) return 'spec.containers: Required value';
  const volumes = new Set(spec.volumes?.map(({ name }: { name: string }) => name));
  for (const container of spec.containers) {
    if (!container.name || !container.image) return 'spec.containers[0].image: Required value';
    for (const { name } of container.volumeMounts ?? [])
      if (!volumes.has(name)) return `volumeMounts: Not found: ${name}`;
    for (const { name, value } of container.env ?? [])
      if (!/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(name) || !['string', 'undefined'].includes(typeof value))
        return `env: ${name}`;
    const { limits = {}, requests = {} } = container.resources ?? {};
    for (const value of [...Object.values(limits), ...Object.values(requests)] as string[])
      if (!quantity.test(value)) return `spec.containers[0].resources: ${value}`;
  }
  return null;
}

const volumeKinds = new Set([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
]);

/** https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted */
export function admissionError(resource: string, { spec }: Loose): string | null {
  if (resource !== 'pods') return null;
  if (spec.hostNetwork || spec.hostPID || spec.hostIPC) return violates('host namespaces');
  for (const { name, ...volume } of spec.volumes ?? [])
    if (!Object.keys(volume).every((kind) => volumeKinds.has(kind)))
      return violates(`restricted volume types (${name})`);
  const pod = spec.securityContext ?? {};
  for (const { securityContext = {}, ports = [] } of [...spec.containers, ...(spec.initContainers ?? [])]) {
    const own = { ...pod, ...securityContext };
    if (ports.some(({ hostPort }: { hostPort?: number }) => hostPort)) return violates('hostPort');
    if (own.privileged) return violates('privileged');
    if (own.allowPrivilegeEscalation !== false) return violates('allowPrivilegeEscalation != false');
    if (!own.capabilities?.drop?.includes('ALL') || own.capabilities.add?.length)
      return violates('unrestricted capabilities');
    if (own.runAsNonRoot !== true || own.runAsUser === 0) return violates('runAsNonRoot != true');
    if (!['RuntimeDefault', 'Localhost'].includes(own.seccompProfile?.type)) return violates('seccompProfile');
  }
  return null;
}

function violates(what: string): string {
  return `violates PodSecurity "restricted:latest": ${what}`;
}
