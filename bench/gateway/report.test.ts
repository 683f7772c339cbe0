import { describe, expect, it } from 'vitest';
import { report } from './report.ts';

const direct = {
  name: 'direct',
  ping: [100, 200, 300],
  echo: [30],
  floodSeconds: 0.5,
  cpuSeconds: null,
  floodBytes: 1e9,
};
const gateway = {
  name: 'gateway',
  ping: [300, 400, 500],
  echo: [90],
  floodSeconds: 2,
  cpuSeconds: 1.2,
  floodBytes: 1e9,
};
const haproxy = {
  name: 'haproxy',
  ping: [250, 300, 350],
  echo: [80],
  floodSeconds: 1.5,
  cpuSeconds: 1,
  floodBytes: 1e9,
};

describe('report', () => {
  it('prints a line a target, the ratios and the aims', () => {
    expect(report([direct, gateway, haproxy])).toMatchInlineSnapshot(`
      "         ping p50 µs  p99 µs  echo p50 µs  MB/s  CPU s/GB  ping:direct  ping:haproxy  CPU:haproxy
      direct           200     200           30  2000         -         1.00          0.67            -
      gateway          400     400           90   500      1.20         2.00          1.33         1.20
      haproxy          300     300           80   667      1.00         1.50          1.00         1.00

      ping p50 to haproxy: 1.33, at most 1.5 is aimed at: met
      CPU per GB to haproxy: 1.20, at most 1.1 is aimed at: missed"
    `);
  });

  it('says so where haproxy is missing', () => {
    expect(report([direct, gateway])).toMatchInlineSnapshot(`
      "         ping p50 µs  p99 µs  echo p50 µs  MB/s  CPU s/GB  ping:direct  ping:haproxy  CPU:haproxy
      direct           200     200           30  2000         -         1.00             -            -
      gateway          400     400           90   500      1.20         2.00             -            -

      haproxy is not installed: no ratios to it."
    `);
  });
});
