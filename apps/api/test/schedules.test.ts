import type { Schedule, ScheduleBody } from '@realmkeep/contract';
import { becomes } from '@realmkeep/testkit/becomes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterEvents } from './event-sockets.ts';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { type ApiPair, startApiPair } from './start-api-pair.ts';
import type { TestApi } from './start-test-api.ts';

let pair: ApiPair;
let api: TestApi;
let second: TestApi;
beforeAll(async () => {
  pair = await startApiPair();
  ({ one: api, other: second } = pair);
});
afterAll(() => pair[Symbol.asyncDispose]());

const sql = (text: string, values: unknown[]) => runSql(api.config.databaseUrl, text, values);
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const zone = 'Europe/Warsaw';
const clock = new Intl.DateTimeFormat('en', { timeZone: zone, timeStyle: 'short', hourCycle: 'h23' });
/** Half a day away, so that it is not due while these tests run. */
const time = clock.format(Date.now() + 12 * 3_600_000);
const saying = (command: string): ScheduleBody => ({
  name: 'Greeting',
  action: 'COMMAND',
  command,
  time,
  weekdays: everyDay,
  zone,
  enabled: true,
});
const doing = (action: 'START' | 'STOP' | 'RESTART' | 'BACKUP'): ScheduleBody => ({
  ...saying(''),
  action,
  command: null,
});

async function makeRealm(owner: TestUser): Promise<string> {
  const address = freshAddress();
  const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', address) });
  await untilPhase(owner.client, id, 'READY');
  return id;
}

async function make({ client }: TestUser, id: string, body: ScheduleBody): Promise<Schedule> {
  const { schedules } = await client.realmScheduleCreate({ params: { id }, body });
  return schedules.at(-1) as Schedule;
}

async function only({ client }: TestUser, id: string): Promise<Schedule> {
  return (await client.realmSchedules({ params: { id } })).schedules[0] as Schedule;
}

/** Moves the schedule into the past, so that it is due now. */
const makeDue = (scheduleId: string, ago: string) =>
  sql('update realm_schedules set next_run = now() - $2::interval where id = $1', [scheduleId, ago]);
const commandsOf = (id: string) => api.runtime.place.realms.get(id)?.commands ?? [];

describe('a schedule', () => {
  test('is made, changed, turned off and removed; who made it is told, and written down', async () => {
    const owner = await makeUser(api);
    const id = await makeRealm(owner);
    const made = await make(owner, id, { ...saying(' say hello '), weekdays: [5, 1, 5] });
    expect(made).toMatchObject({
      name: 'Greeting',
      command: 'say hello',
      weekdays: [1, 5],
      author: owner.nickname,
      last: null,
    });
    expect(clock.format(new Date(made.nextRun ?? 0))).toBe(time);

    const at = { id, scheduleId: made.id };
    const changed = await owner.client.realmScheduleUpdate({ params: at, body: { ...doing('STOP'), enabled: false } });
    expect(changed.schedules).toMatchObject([{ action: 'STOP', command: null, enabled: false, nextRun: null }]);
    await expect(owner.client.realmScheduleDelete({ params: at })).resolves.toEqual({ limit: 2, schedules: [] });
    const gone = { status: 404, code: 'schedule_unknown' };
    await expect(owner.client.realmScheduleDelete({ params: at })).rejects.toMatchObject(gone);
    await expect(owner.client.realmScheduleRun({ params: at })).rejects.toMatchObject(gone);
    await expect(owner.client.realmScheduleUpdate({ params: at, body: saying('x') })).rejects.toMatchObject(gone);
    const { items } = await owner.client.realmActivity({ params: { id }, query: { kind: 'SCHEDULES' } });
    expect(items.map(({ action, actor }) => `${actor} ${action}`)).toEqual(
      ['scheduleDelete', 'scheduleUpdate', 'scheduleCreate'].map((action) => `${owner.nickname} ${action}`),
    );
    expect(items.flatMap((entry) => entry.items.map(({ what }) => what))).toEqual(['Greeting', 'Greeting', 'Greeting']);
    // The operators' log, which is kept for ever, has nothing of it.
    expect(await sql('select 1 from audit_log where subject_id = $1', [id])).toEqual([]);
  });

  test.each<[string, Partial<ScheduleBody>]>([
    ['a zone that is none', { zone: 'Europe/Nowhere' }],
    ['an offset for a zone', { zone: '+02:00' }],
    ['an hour too late', { time: '24:00' }],
    ['no day', { weekdays: [] }],
    ['an eighth day', { weekdays: [8] }],
    ['no command', { command: null }],
    ['an empty command', { command: '  ' }],
    ['a command of two lines', { command: 'say a\nstop' }],
    ['a command with a control character', { command: 'say \u0007' }],
    ['a command of 257 characters', { command: 'x'.repeat(257) }],
    ['no name', { name: ' ' }],
    ['a name that is turned around', { name: 'fast\u202epots' }],
    ['a name of two lines', { name: 'a\u2028b' }],
  ])('has not %s', async (_, wrong) => {
    const owner = await makeUser(api);
    const address = freshAddress();
    const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', address) });
    const refused = owner.client.realmScheduleCreate({ params: { id }, body: { ...saying('say hi'), ...wrong } });
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'invalid_request' });
  });

  test('is one of as many as the tier allows, however many are made at once; those above a smaller tier do not run', async () => {
    const owner = await makeUser(api, 'ZOMBIE');
    const id = await makeRealm(owner);
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => make(owner, id, saying('say one of many'))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(refusals).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ code: 'schedule_limit', params: { limit: 5 } })),
    );
    await sql("update users set tier = 'CHICKEN' where id = $1", [owner.id]);
    await sql('update realm_schedules set next_run = now() where realm_id = $1', [id]);
    const outcomes = async () =>
      (await owner.client.realmSchedules({ params: { id } })).schedules.map(({ last }) => last?.outcome);
    await becomes(outcomes).toEqual(['done', 'done', 'refused', 'refused', 'refused']);
    const { schedules } = await owner.client.realmSchedules({ params: { id } });
    expect(schedules[2]?.last?.error).toEqual({ code: 'schedule_limit', params: { limit: 2 } });
    expect(commandsOf(id)).toEqual(['say one of many', 'say one of many']);
  });

  test('is for partners to make too, and nothing for strangers', async () => {
    const [owner, partner, stranger] = await Promise.all([makeUser(api, 'GHAST'), makeUser(api), makeUser(api)]);
    const id = await makeRealm(owner);
    await owner.client.realmPartnerAdd({ params: { id }, body: { username: partner.nickname } });
    const made = await make(partner, id, saying('say by a partner'));
    expect(made.author).toBe(partner.nickname);
    const at = { id, scheduleId: made.id };
    const unknown = { status: 404, code: 'realm_unknown' };
    await expect(stranger.client.realmSchedules({ params: { id } })).rejects.toMatchObject(unknown);
    await expect(make(stranger, id, saying('x'))).rejects.toMatchObject(unknown);
    await expect(stranger.client.realmScheduleUpdate({ params: at, body: saying('x') })).rejects.toMatchObject(unknown);
    await expect(stranger.client.realmScheduleDelete({ params: at })).rejects.toMatchObject(unknown);
    await expect(stranger.client.realmScheduleRun({ params: at })).rejects.toMatchObject(unknown);
    // Nor through a realm of one's own.
    const own = { id: await makeRealm(stranger), scheduleId: made.id };
    const gone = { status: 404, code: 'schedule_unknown' };
    await expect(stranger.client.realmScheduleUpdate({ params: own, body: saying('x') })).rejects.toMatchObject(gone);
    await expect(stranger.client.realmScheduleDelete({ params: own })).rejects.toMatchObject(gone);
    await expect(stranger.client.realmScheduleRun({ params: own })).rejects.toMatchObject(gone);
  });
});

describe('when its time has come', () => {
  test('it is carried out once, with two processes at work, and goes on to its next time', async () => {
    const owner = await makeUser(api);
    const id = await makeRealm(owner);
    const { id: scheduleId, nextRun } = await make(owner, id, saying('say it is time'));
    const { heard } = await enterEvents(second, owner.tokens.token);
    const before = heard.length;
    await makeDue(scheduleId, '2 seconds');
    await becomes(async () => (await only(owner, id)).last?.outcome).toBe('done');
    expect((await only(owner, id)).nextRun).toBe(nextRun);
    // Neither this process's job nor one that runs at the same moment repeats it.
    const { schedulesFire } = await import('../src/domains/schedules/schedules-fire.ts');
    await makeDue(scheduleId, '1 second');
    await Promise.all([api, second, api, second].map(({ app }) => schedulesFire(app.ctx)));
    await becomes(() => commandsOf(id)).toEqual(['say it is time', 'say it is time']);
    await becomes(() => heard.slice(before)).toContainEqual({ type: 'realmChanged', id });
  });

  test('and passed long ago, it is told as missed and not done', async () => {
    const owner = await makeUser(api);
    const id = await makeRealm(owner);
    const { id: scheduleId, nextRun } = await make(owner, id, saying('say too late'));
    await makeDue(scheduleId, '11 minutes');
    await becomes(async () => (await only(owner, id)).last?.outcome).toBe('missed');
    expect((await only(owner, id)).nextRun).toBe(nextRun);
    await makeDue(scheduleId, '9 minutes');
    await becomes(async () => (await only(owner, id)).last?.outcome).toBe('done');
    expect(commandsOf(id)).toEqual(['say too late']);
  });

  test('the realm is stopped, started and restarted, as by the buttons', async () => {
    const owner = await makeUser(api, 'ZOMBIE');
    const id = await makeRealm(owner);
    const [stop, start, restart] = [
      await make(owner, id, doing('STOP')),
      await make(owner, id, doing('START')),
      await make(owner, id, doing('RESTART')),
    ];
    const token = () => api.runtime.place.realms.get(id)?.fencingToken ?? 0;
    const run = async ({ id: scheduleId }: Schedule) => {
      const { schedules } = await owner.client.realmScheduleRun({ params: { id, scheduleId } });
      return schedules.find((schedule) => schedule.id === scheduleId)?.last;
    };
    const first = token();
    await makeDue(restart.id, '0 seconds');
    await becomes(token).toBeGreaterThan(first);
    await untilPhase(owner.client, id, 'READY');

    await makeDue(stop.id, '0 seconds');
    await untilPhase(owner.client, id, 'OFF');
    await expect(run(stop)).resolves.toMatchObject({ outcome: 'needless', error: null });
    await expect(run(restart)).resolves.toMatchObject({ outcome: 'refused', error: { code: 'realm_not_running' } });

    await makeDue(start.id, '0 seconds');
    await untilPhase(owner.client, id, 'READY');
  });

  test('a backup is ordered; one too soon after it is refused', async () => {
    const owner = await makeUser(api, 'ZOMBIE');
    const id = await makeRealm(owner);
    const { id: scheduleId } = await make(owner, id, doing('BACKUP'));
    await makeDue(scheduleId, '0 seconds');
    await becomes(async () => (await only(owner, id)).last?.outcome).toBe('done');
    const { backups } = await owner.client.realmBackups({ params: { id } });
    expect(backups).toMatchObject([{ origin: 'SCHEDULED' }]);
    await owner.client.realmScheduleRun({ params: { id, scheduleId } });
    const { last } = await only(owner, id);
    expect(last).toMatchObject({ outcome: 'refused' });
    expect(last?.error?.code).toMatch(/^backup_/);
  });

  test('a backup that somebody runs by hand is theirs, and takes the place of none', async () => {
    const owner = await makeUser(api);
    const id = await makeRealm(owner);
    await api.runtime.place.folders.folder(id);
    const { id: scheduleId } = await make(owner, id, doing('BACKUP'));
    const kept = async () =>
      (await owner.client.realmBackups({ params: { id } })).backups.map(({ origin, state, madeBy }) => [
        origin,
        state,
        madeBy,
      ]);
    const run = async () => {
      await sql("update realms set backed_up_at = now() - interval '1 day' where id = $1", [id]);
      await owner.client.realmScheduleRun({ params: { id, scheduleId } });
      return (await only(owner, id)).last;
    };
    await makeDue(scheduleId, '0 seconds');
    const scheduled = ['SCHEDULED', 'READY', null];
    await becomes(kept).toEqual([scheduled]);
    await expect(run()).resolves.toMatchObject({ outcome: 'done' });
    const byHand = ['MANUAL', 'READY', owner.nickname];
    await becomes(kept).toEqual([byHand, scheduled]);
    await expect(run()).resolves.toMatchObject({ outcome: 'refused', error: { code: 'backup_limit' } });
    expect(await kept()).toEqual([byHand, scheduled]);
  });

  test('it is beaten by a block and by a limit that the realm is above', async () => {
    const owner = await makeUser(api);
    const id = await makeRealm(owner);
    const { id: scheduleId } = await make(owner, id, doing('START'));
    const run = async () => {
      await owner.client.realmScheduleRun({ params: { id, scheduleId } });
      return (await only(owner, id)).last;
    };
    await sql(
      "update realms set overlimit = true, power = 'OFF', deletion_timeout = now() + interval '9 days' where id = $1",
      [id],
    );
    await expect(run()).resolves.toMatchObject({ outcome: 'refused', error: { code: 'realm_overlimit' } });
    await sql('update realms set overlimit = false, deletion_timeout = null, blocked_at = now() where id = $1', [id]);
    await expect(run()).resolves.toMatchObject({ outcome: 'refused', error: { code: 'realm_blocked' } });
    await expect(sql('select power from realms where id = $1', [id])).resolves.toEqual([{ power: 'OFF' }]);
  });

  test('and it is off, or its realm deleted, nothing happens', async () => {
    const owner = await makeUser(api);
    const id = await makeRealm(owner);
    const made = await make(owner, id, saying('say nothing'));
    const off = { ...saying('say nothing'), enabled: false };
    await owner.client.realmScheduleUpdate({ params: { id, scheduleId: made.id }, body: off });
    await expect(makeDue(made.id, '1 second')).rejects.toThrow('check constraint');
    // Run by hand it works nevertheless.
    await owner.client.realmScheduleRun({ params: { id, scheduleId: made.id } });
    expect(commandsOf(id)).toEqual(['say nothing']);
    await owner.client.realmDelete({ params: { id } });
    await becomes(() => sql('select id from realm_schedules where realm_id = $1', [id])).toEqual([]);
  });
});
