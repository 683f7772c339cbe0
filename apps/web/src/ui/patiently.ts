/** Milliseconds between attempts. */
const pauses = [500, 2_000];

/** Fetches code, and again if that fails, as when a phone changes networks: three times in all, each once there is a connection. */
export async function patiently<T>(load: () => Promise<T>, [pause, ...later]: readonly number[] = pauses): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (pause === undefined) throw error;
    await new Promise((resolve) => {
      if (navigator.onLine) setTimeout(resolve, pause);
      else addEventListener('online', resolve, { once: true });
    });
    return patiently(load, later);
  }
}
