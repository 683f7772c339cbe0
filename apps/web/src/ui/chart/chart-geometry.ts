/** A measured value; null where there was nothing to measure. Times in milliseconds since the epoch. */
export interface ChartPoint {
  at: number;
  value: number | null;
}

/** What a chart shows: from a time on that many steps, and values from 0 to `top`. */
export interface ChartFrame {
  from: number;
  stepMs: number;
  steps: number;
  top: number;
}

/** A step that came late leaves an empty one, over which the line goes on; a longer pause is a gap. */
const longestSteps = 2;

/** The middle of the step in which a time lies, counted in steps from the left edge. */
export function xOf(frame: ChartFrame, at: number): number {
  return Math.floor((at - frame.from) / frame.stepMs) + 0.5;
}

/** From 0 at the top of the chart to 100 at its foot. */
export function yOf({ top }: ChartFrame, value: number): number {
  return 100 - 100 * Math.min(1, Math.max(0, value / top));
}

/** The lines through the points within the frame, and the areas below them, as paths of SVG. @param points oldest first */
export function chartPaths(frame: ChartFrame, points: readonly ChartPoint[]): { line: string; area: string }[] {
  return runsOf(frame, points).map((run) => {
    const [first] = run;
    const last = run.at(-1);
    if (!first || !last) return { line: '', area: '' };
    // One alone becomes a dot by the round ends of its stroke.
    const corners = run.map(({ x, y }) => `${x} ${y}`).join('L');
    return {
      line: run.length === 1 ? `M${corners}h0` : `M${corners}`,
      area: `M${first.x} 100L${corners}L${last.x} 100Z`,
    };
  });
}

function runsOf(frame: ChartFrame, points: readonly ChartPoint[]): { x: number; y: number }[][] {
  const runs: { x: number; y: number }[][] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (const { at, value } of points) {
    const x = xOf(frame, at);
    if (value === null || x < 0 || x > frame.steps) continue;
    if (x - before > longestSteps) runs.push([]);
    before = x;
    runs.at(-1)?.push({ x, y: Math.round(yOf(frame, value) * 100) / 100 });
  }
  return runs;
}

/** A round number that no value exceeds: 1, 2 or 5 with zeros before or behind it. @param least the smallest top there is */
export function roundTop(values: readonly number[], least: number): number {
  const most = Math.max(least, ...values);
  const unit = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 5, 10].map((times) => times * unit).find((top) => top >= most * 0.999_999) ?? most;
}
