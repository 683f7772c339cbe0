import { describe, expect, it } from 'vitest';
import { blockList, readConfig } from './config.ts';

const gatewayToken = 'x'.repeat(32);

describe('readConfig', () => {
  it('needs nothing but the token and the api', () => {
    const { trustedProxies, ...config } = readConfig({ GATEWAY_TOKEN: gatewayToken, API_URL: 'unix:/run/api.sock' });
    expect(trustedProxies.rules).toEqual([]);
    expect(config).toEqual({
      host: '::',
      port: 25_565,
      fd: null,
      proxyFd: null,
      baseDomain: 'localhost',
      api: { socketPath: '/run/api.sock' },
      token: gatewayToken,
      dataDir: './data',
      maxConnections: 4000,
      maxConnectionsPerAddress: 40,
      maxLoginsPerMinute: 60,
      handshakeTimeoutMs: 5000,
      healthPort: 0,
      metricsTokenHash: null,
      drainMs: 3_600_000,
      logLevel: 'info',
    });
  });

  it('names every setting that is wrong, and no value', () => {
    const wrong = {
      GAME_HOST: 'wrong-value',
      GAME_PORT: '65536',
      BASE_DOMAIN: 'wrong value',
      API_URL: 'http://wrong-value/path',
      GATEWAY_TOKEN: 'wrong-value',
      PROXY_FROM: '10.0.0.0/8,wrong-value',
      MAX_CONNECTIONS: '0',
      MAX_CONNECTIONS_PER_ADDRESS: '-1',
      MAX_LOGINS_PER_MINUTE: '1.5',
      HANDSHAKE_TIMEOUT_MS: '5s',
      LOG_LEVEL: 'loud',
    };
    let message = '';
    try {
      readConfig(wrong);
    } catch (error) {
      message = String(error);
    }
    for (const name of Object.keys(wrong)) expect(message).toContain(`${name}: `);
    expect(message).not.toMatch(/wrong.value/);
  });
});

describe('blockList', () => {
  it('takes addresses and ranges of both families', () => {
    const list = blockList(['192.0.2.1', '10.0.0.0/8', '2001:db8::/32']);
    expect(list.check('192.0.2.1')).toBe(true);
    expect(list.check('192.0.2.2')).toBe(false);
    expect(list.check('10.255.0.1')).toBe(true);
    expect(list.check('::ffff:10.1.2.3', 'ipv6')).toBe(true);
    expect(list.check('2001:db8:ffff::1', 'ipv6')).toBe(true);
    expect(list.check('2001:db9::1', 'ipv6')).toBe(false);
  });
});
