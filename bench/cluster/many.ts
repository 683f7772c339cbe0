import { apiPid } from '@realmkeep/testkit/children';
import { privateMegabytes } from '../realm/measure.ts';
import type { Installation, RealmOfBench } from './installation.ts';
import { joinable } from './partition.ts';
import { joinOnce } from './players.ts';
import type { Report } from './report.ts';
import { fallAsleep } from './wake.ts';

const aimMegabytes = 250;
/** Two nodes of one machine have the memory of one. */
const runningAtOnce = 40;
const beginAtOnce = 4;

/** So many realms of two nodes with nobody in them, each of which has run, and the last of which run: what the api takes, and that a player joins the first. */
export async function proveMany(it: Installation, report: Report, count: number): Promise<void> {
  const memory = async (): Promise<number> => privateMegabytes([await apiPid(it.place)]);
  const first = await it.newRealm();
  await joinable(it, 1);
  const withOne = await memory();
  let running = [first];
  for (let made = 1; made < count;) {
    if (running.length >= runningAtOnce) {
      await Promise.all(running.map((realm) => fallAsleep(it, realm)));
      running = [];
    }
    const more = Math.min(beginAtOnce, count - made);
    running.push(...(await Promise.all(Array.from({ length: more }, (): Promise<RealmOfBench> => it.newRealm()))));
    made += more;
    await joinable(it, running.length);
  }
  const joinedMs = await joinOnce(it, first);
  const withAll = await memory();
  report.say(
    `${count} realms, of which ${running.length} run: api ${withAll.toFixed(0)} MB private, with one ${withOne.toFixed(0)} MB; aim ${aimMegabytes} MB`,
  );
  report.say(`wake to joined of the first then: ${joinedMs.toFixed(0)} ms`);
  if (withAll > aimMegabytes) report.fail(`the api takes ${withAll.toFixed(0)} MB`);
}
