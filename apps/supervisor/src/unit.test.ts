import { expect, test } from 'vitest';
import { unitText } from './unit.ts';

test('a command line means what it says, whatever is in it', () => {
  const unit = unitText('/opt/my games/bin/start', ['--data-dir', '/srv/100%/a"b\\c$d'], true);
  expect(unit).toContain(String.raw`ExecStart="/opt/my games/bin/start" "--data-dir" "/srv/100%%/a\"b\\c$$d"`);
});

test("a user's own service has nothing that only the machine's may have", () => {
  expect(unitText('/x', [], true)).toMatch(/ProtectSystem=[\s\S]*WantedBy=multi-user.target/);
  expect(unitText('/x', [], false)).not.toMatch(/Protect|network-online/);
});
