import { expect, test } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

test.each([
  ['login hunter2', 'login …'],
  ['/login hunter2', '/login …'],
  ['/l hunter2', '/l …'],
  ['LOGIN  hunter2 again', 'LOGIN …'],
  ['register hunter2 hunter2', 'register …'],
  ['/reg hunter2 hunter2', '/reg …'],
  ['changepassword Anna hunter2', 'changepassword …'],
  ['/password set hunter2', '/password …'],
  ['authme:register Anna hunter2', 'authme …'],
  ['/authme password Anna hunter2', '/authme …'],
  ['nlogin register Anna hunter2', 'nlogin …'],
  ['execute as Anna run login hunter2', 'execute as Anna run login …'],
  ['sudo Anna /l hunter2', 'sudo Anna /l …'],
  ['discordsrv set BotToken=hunter2', 'discordsrv set BotToken …'],
  ['lp web apikey: hunter2', 'lp web apikey …'],
  ['setpassword:hunter2token', 'setpassword …'],
  ['plugin license hunter2', 'plugin license …'],
  ['rcon pw hunter2', 'rcon pw …'],
  ['totp hunter2', 'totp …'],
  ['gamemode creative Anna', 'gamemode creative Anna'],
  ['say hello, all of you', 'say hello, all of you'],
  ['time set day', 'time set day'],
  ['login', 'login'],
  ['regen 3', 'regen 3'],
])('%s is kept as %s', (command, kept) => {
  expect(withoutSecrets(command)).toBe(kept);
});
