import { useEffect, useState } from 'react';

/**
 * Code that is loaded when it is first wanted; null until then.
 * @param load the dynamic import, a stable function
 * @param failed called if it could not be loaded; it is tried again the next time it is wanted
 */
export function useModule<T>(wanted: boolean, load: () => Promise<T>, failed: () => void): T | null {
  const [module, setModule] = useState<T | null>(null);
  useEffect(() => {
    if (!wanted || module !== null) return;
    // A module's namespace is no function, which `set` would call.
    load().then(setModule, failed);
  }, [wanted, module, load, failed]);
  return module;
}
