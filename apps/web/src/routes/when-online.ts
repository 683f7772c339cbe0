/** Without a network the router would reload the page for code that it cannot get, and lose it. */
export function whenOnline<T>(load: () => Promise<T>): () => Promise<T> {
  return () => (navigator.onLine ? load() : Promise.reject(new Error('offline')));
}
