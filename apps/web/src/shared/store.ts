import { useSyncExternalStore } from 'react';

/** One value that components follow. */
export interface Store<T> {
  get: () => T;
  /** What a prerendered page shows, and the first render of it in the browser. */
  getPrerendered: () => T;
  set: (value: T) => void;
  /** Returns the function that ends the subscription. */
  subscribe: (listener: () => void) => () => void;
}

/** @param prerendered where it is not what the store begins with: what is so for a visitor of whom nothing is known */
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
