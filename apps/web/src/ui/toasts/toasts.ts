export type Severity = 'info' | 'success' | 'warn' | 'error' | 'secondary' | 'contrast';

export interface Toast {
  id: number;
  severity: Severity;
  message: string;
  /** Its subject: a new toast replaces the others of its group. */
  group: string | undefined;
}

/** How long a toast stays, in ms, while nobody points at it. */
export const toastLifetime = 3000;

const maxToasts = 5;

let toasts: readonly Toast[] = [];
let lastId = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a message at the top right. The oldest makes room when there are too many. */
export function showToast(severity: Severity, message: string, group?: string): void {
  lastId += 1;
  const id = lastId;
  if (group) clearToasts(group);
  if (toasts.length === maxToasts && toasts[0]) dismissToast(toasts[0].id);
  set([...toasts, { id, severity, message, group }]);
  releaseToast(id);
}

/** Takes away what was said of an earlier attempt, now that there is a new one. */
export function clearToasts(group: string): void {
  for (const toast of toasts) if (toast.group === group) dismissToast(toast.id);
}

export function dismissToast(id: number): void {
  holdToast(id);
  set(toasts.filter((toast) => toast.id !== id));
}

/** Keeps a toast until it is released. */
export function holdToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

/** Starts the lifetime of a toast. */
export function releaseToast(id: number): void {
  holdToast(id);
  timers.set(
    id,
    setTimeout(() => dismissToast(id), toastLifetime),
  );
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

/** @returns what ends the subscription */
export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The places that can show toasts; the last does. */
let regions: readonly string[] = [];

export function topRegion(): string | undefined {
  return regions.at(-1);
}

/** @returns what takes the region away */
export function addRegion(id: string): () => void {
  regions = [...regions, id];
  for (const listener of listeners) listener();
  return () => {
    regions = regions.filter((other) => other !== id);
    for (const listener of listeners) listener();
  };
}
