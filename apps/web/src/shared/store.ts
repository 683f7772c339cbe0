import { useSyncExternalStore } from 'react';

/** One value that components follow. */
export interface Store<T> {
  get: () => T;
  /** The value in a prerendered page, and in the first render of it in the browser. */
  getPrerendered: () => T;
  set: (value: T) => void;
  /** Returns the function that ends the subscription. */
  subscribe: (listener: () => void) => () => void;
}

/** @param prerendered if it differs from the initial value: the value for an unknown visitor */
export function createStore<T>(initial: T, prerendered = initial): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    getPrerendered: () => prerendered,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.getPrerendered);
}
