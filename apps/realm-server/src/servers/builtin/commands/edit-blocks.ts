import { Vec3 } from 'vec3';
import { type Clipboard, clipboards, flipped, rotated } from '../land/clipboard.ts';
import type { Box, Places } from '../land/edits.ts';
import { type Direction, directions } from '../land/sides.ts';
import { mostSchematics, schematicName } from '../land/schematics.ts';
import { type Messages, messagesOf } from '../messages/messages.ts';
import { tell } from '../messages/notices.ts';
import { CommandError } from '../messages/text.ts';
import { aheadOf } from '../players/near.ts';
import type { Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import { choice, integer, type Step, type ValuesOf, word } from './language/argument.ts';
import { type Command, type Commands, reply } from './language/command.ts';
import { block, isSuch } from './things.ts';
import { form } from './language/tree.ts';

/** Of balls and cylinders. */
const mostRadius = 100;

const direction = choice('north', 'south', 'east', 'west', 'up', 'down');

interface Call {
  game: Game;
  by: Player;
  messages: Messages;
}

/** The supported commands of WorldEdit, which report their result to the player. Source: https://worldedit.enginehub.org/en/latest/commands/ */
export const editCommands: Commands = {
  '/pos1': command(edit([], (call) => mark(call, 0))),
  '/pos2': command(edit([], (call) => mark(call, 1))),
  '/set': command(edit([block('block')], (call, { state }) => fill(call, within(call), () => state))),
  '/replace': command(
    edit([block('from', 'block_predicate'), block('to')], (call, from, { state }) => {
      const { registry } = call.game.squid;
      return fill(call, within(call), (before) => (isSuch(from, registry, before) ? state : before));
    }),
  ),
  '/walls': command(
    edit([block('block')], (call, { state }) => {
      const box = call.game.edits.selection(call.by);
      const isWall = (x: number, z: number): boolean =>
        x === 0 || z === 0 || x === box.size.x - 1 || z === box.size.z - 1;
      return fill(
        call,
        call.game.edits.within(call.by, box, (x, _, z) => isWall(x, z)),
        () => state,
      );
    }),
  ),
  '/sphere': command(
    edit([block('block'), integer('radius', 0, mostRadius)], (call, { state }, radius) => {
      const box = around(call, radius, radius, 2 * radius + 1);
      const isIn = (x: number, y: number, z: number): boolean => isWithin(radius, x - radius, y - radius, z - radius);
      return fill(call, call.game.edits.within(call.by, box, isIn), () => state);
    }),
  ),
  '/cyl': command(
    edit([block('block'), integer('radius', 0, mostRadius)], (call, { state }, radius) =>
      fill(call, cylinder(call, radius, 1), () => state),
    ),
    edit(
      [block('block'), integer('radius', 0, mostRadius), integer('height', 1, 256)],
      (call, { state }, radius, height) => fill(call, cylinder(call, radius, height), () => state),
    ),
  ),
  '/copy': command(edit([], (call) => copy(call, false))),
  '/cut': command(edit([], (call) => copy(call, true))),
  '/paste': command(
    edit([], (call) => paste(call, false)),
    edit(['-a'], (call) => paste(call, true)),
  ),
  '/rotate': command(
    edit([integer('degrees')], (call, degrees) => {
      if (degrees % 90 !== 0) throw new CommandError(call.messages.quarterTurns);
      let turned = clipboardOf(call);
      for (let turns = (((degrees / 90) % 4) + 4) % 4; turns > 0; turns -= 1) {
        turned = rotated(call.game.squid.registry, turned);
      }
      clipboards.set(call.by, turned);
      return call.messages.turned;
    }),
  ),
  '/flip': command(
    edit([], (call) => flip(call, lookedAt(call))),
    edit([direction], (call, to) => flip(call, to)),
  ),
  '/stack': command(
    edit([], (call) => stack(call, 1, lookedAt(call))),
    edit([integer('count', 1, 1000)], (call, count) => stack(call, count, lookedAt(call))),
    edit([integer('count', 1, 1000), direction], (call, count, to) => stack(call, count, to)),
  ),
  '/undo': command(edit([], ({ game, by, messages }) => messages.editing(game.edits.undo(by, 'undo')))),
  '/redo': command(edit([], ({ game, by, messages }) => messages.editing(game.edits.undo(by, 'redo')))),
  '/schem': command(
    edit(['list'], (call) =>
      later(call, async ({ game, messages }) => messages.schematics((await game.schematics.list()).join(', '))),
    ),
    edit([choice('save', 'load', 'delete'), word('name')], (call, what, typed) => {
      const name = schematicName(typed);
      if (name === null) throw new CommandError(call.messages.schematicName);
      return later(call, { save, load, delete: remove }[what], name);
    }),
  ),
};

function command(...forms: Command['forms']): Command {
  return { who: 'managers', needs: 'editBlocks', needsBody: true, forms };
}

/** @param run returns the reply to the player; null when it comes later */
function edit<const S extends readonly Step[]>(
  steps: S,
  run: (call: Call, ...values: ValuesOf<S>) => string | null,
): Command['forms'][number] {
  return form(steps, (source, ...values) => {
    const { game, by } = source;
    const said = by && run({ game, by, messages: messagesOf(by) }, ...values);
    if (said !== null) reply(source, { text: said, color: 'gray' });
  });
}

function mark({ game, by, messages }: Call, corner: 0 | 1): string {
  const { x, y, z } = game.edits.mark(by, corner);
  return messages.corner(corner + 1, `${x} ${y} ${z}`);
}

function within({ game, by }: Call): Places {
  return game.edits.within(by, game.edits.selection(by));
}

function fill({ game, by, messages }: Call, places: Places, next: (before: number, n: number) => number): string {
  game.edits.begin(by, { ...places, next });
  return messages.editing(places.count);
}

/** The box around the block the player stands in. */
function around({ by }: Call, radius: number, below: number, height: number): Box {
  const width = 2 * radius + 1;
  return { low: by.position.floored().offset(-radius, -below, -radius), size: new Vec3(width, height, width) };
}

/** Upwards from the player's feet. */
function cylinder(call: Call, radius: number, height: number): Places {
  const isIn = (x: number, _: number, z: number): boolean => isWithin(radius, x - radius, 0, z - radius);
  return call.game.edits.within(call.by, around(call, radius, 0, height), isIn);
}

/** As WorldEdit rounds its balls. */
function isWithin(radius: number, x: number, y: number, z: number): boolean {
  return x ** 2 + y ** 2 + z ** 2 <= (radius + 0.5) ** 2;
}

function copy({ game, by, messages }: Call, isCut: boolean): null {
  const box = game.edits.selection(by);
  const places = game.edits.within(by, box);
  const offset = box.low.minus(by.position.floored());
  const states = new Uint16Array(places.count);
  game.edits.begin(by, {
    ...places,
    next(before, n) {
      states[n] = before;
      return isCut ? 0 : before;
    },
    end() {
      clipboards.set(by, { size: box.size, offset, states });
      return messages.copied(places.count);
    },
  });
  return null;
}

function paste(call: Call, skipsAir: boolean): string {
  const { game, by } = call;
  const { size, offset, states } = clipboardOf(call);
  const places = game.edits.within(by, { low: by.position.floored().plus(offset), size });
  return fill(call, places, (before, n) => (skipsAir && states[n] === 0 ? before : (states[n] ?? 0)));
}

function clipboardOf({ by, messages }: Call): Clipboard {
  const clipboard = clipboards.get(by);
  if (!clipboard) throw new CommandError(messages.nothingCopied);
  return clipboard;
}

function flip(call: Call, to: Direction): string {
  const axis = (['x', 'y', 'z'] as const).find((one) => directions[to][one] !== 0) ?? 'x';
  clipboards.set(call.by, flipped(call.game.squid.registry, clipboardOf(call), axis));
  return call.messages.turned;
}

/** Repeats what lies between the corners, side by side. */
function stack(call: Call, count: number, to: Direction): string {
  const { game, by } = call;
  const { low, size } = game.edits.selection(by);
  const step = new Vec3(size.x, size.y, size.z).multiply(directions[to]);
  const isAhead = step.x + step.y + step.z > 0;
  const copies = size.plus(step.abs().scaled(count - 1));
  const first = low.plus(step.scaled(isAhead ? 1 : count));
  const places = game.edits.within(by, { low: first, size: copies });
  const from = (at: Vec3): Vec3 => at.minus(low).modulus(size).add(low);
  return fill(call, places, (_, n) => game.world.blockStateAt(from(places.at(n))));
}

/** Which way the player looks. */
function lookedAt({ by }: Call): Direction {
  const ahead = aheadOf(by);
  const names = Object.keys(directions) as Direction[];
  const far = (name: Direction): number => directions[name].dot(ahead);
  return names.reduce((best, name) => (far(name) > far(best) ? name : best));
}

/** For what takes a moment: the player is told when it is done, or why it failed. */
function later(call: Call, run: (call: Call, name: string) => Promise<string>, name = ''): null {
  const { by, game } = call;
  const end = async (): Promise<void> => {
    const said = await run(call, name).catch((error: unknown) => {
      game.log(`failed to keep schematics as they should be: ${String(error)}`);
      return call.messages.schematicNotSaved;
    });
    if (!by._client.ended) tell(by._client, said, 'gray');
  };
  void end();
  return null;
}

async function save({ game, by, messages }: Call, name: string): Promise<string> {
  const clipboard = clipboards.get(by);
  if (!clipboard) return messages.nothingCopied;
  const known = await game.schematics.list();
  if (!known.includes(name) && known.length >= mostSchematics) return messages.schematicsFull(mostSchematics);
  await game.schematics.save(game.squid.registry, name, clipboard);
  return messages.schematicSaved(name);
}

async function load({ game, by, messages }: Call, name: string): Promise<string> {
  const most = game.settings.plan.editBlocks;
  let read: Clipboard | number;
  try {
    read = await game.schematics.load(game.squid.registry, name, most);
  } catch (error) {
    game.log(`failed to load the schematic ${name}: ${String(error)}`);
    return messages.noSchematic(name);
  }
  if (typeof read === 'number') return messages.tooManyBlocks(read, most);
  clipboards.set(by, read);
  return messages.schematicLoaded(name);
}

async function remove({ game, messages }: Call, name: string): Promise<string> {
  if (!(await game.schematics.list()).includes(name)) return messages.noSchematic(name);
  await game.schematics.delete(name);
  return messages.schematicDeleted(name);
}
