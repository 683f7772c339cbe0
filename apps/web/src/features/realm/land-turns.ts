/** The rest of the page needs connections too, and one picture is drawn at a time anyway. */
const atOnce = 2;
const waiting: (() => void)[] = [];
let running = 0;

/** Requests a picture of land when earlier requests have been answered. */
export async function inTurn<T>(task: () => Promise<T>): Promise<T> {
  if (running < atOnce) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await task();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
