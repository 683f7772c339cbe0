/** The measurements of one target. Times are in microseconds. */
export interface Result {
  name: string;
  ping: number[];
  echo: number[];
  floodSeconds: number;
  /** Null where there is no process in between. */
  cpuSeconds: number | null;
  floodBytes: number;
}

const pingAim = 1.5;
const cpuAim = 1.1;

/** The table, a line a target, then the two aims. Ratios are to the targets named direct and haproxy. */
export function report(results: Result[]): string {
  const rows = results.map(figuresOf);
  const direct = rows.find((row) => row.name === 'direct');
  const haproxy = rows.find((row) => row.name === 'haproxy');
  const gateway = rows.find((row) => row.name === 'gateway');
  const table = rows.map((row) => [
    row.name,
    row.pingP50.toFixed(0),
    row.pingP99.toFixed(0),
    row.echoP50.toFixed(0),
    row.megabytesPerSecond.toFixed(0),
    row.cpuPerGigabyte?.toFixed(2) ?? '-',
    ratio(row.pingP50, direct?.pingP50),
    ratio(row.pingP50, haproxy?.pingP50),
    ratio(row.cpuPerGigabyte, haproxy?.cpuPerGigabyte),
  ]);
  const lines = alignColumns([
    ['', 'ping p50 µs', 'p99 µs', 'echo p50 µs', 'MB/s', 'CPU s/GB', 'ping:direct', 'ping:haproxy', 'CPU:haproxy'],
    ...table,
  ]);
  if (!haproxy) return [...lines, '', 'haproxy is not installed: no ratios to it.'].join('\n');
  return [
    ...lines,
    '',
    aimLine('ping p50 to haproxy', pingAim, gateway?.pingP50, haproxy.pingP50),
    aimLine('CPU per GB to haproxy', cpuAim, gateway?.cpuPerGigabyte, haproxy.cpuPerGigabyte),
  ].join('\n');
}

/** The value below which the given share of all values lies. */
function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

function figuresOf(result: Result) {
  const gigabytes = result.floodBytes / 1e9;
  return {
    name: result.name,
    pingP50: quantile(result.ping, 0.5),
    pingP99: quantile(result.ping, 0.99),
    echoP50: quantile(result.echo, 0.5),
    megabytesPerSecond: (gigabytes * 1000) / result.floodSeconds,
    cpuPerGigabyte: result.cpuSeconds === null ? undefined : result.cpuSeconds / gigabytes,
  };
}

function ratio(value: number | undefined, base: number | undefined): string {
  return value === undefined || base === undefined ? '-' : (value / base).toFixed(2);
}

function aimLine(name: string, aim: number, value: number | undefined, base: number | undefined): string {
  const isMet = value !== undefined && base !== undefined && value / base <= aim;
  return `${name}: ${ratio(value, base)}, at most ${aim} is aimed at: ${isMet ? 'met' : 'missed'}`;
}

function alignColumns(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}
