import { Vec3 } from 'vec3';
import type { Game } from '../../rules/game.ts';
import { farthest, isInsideBorder, worldHeight } from '../../rules/place.ts';
import { type Argument, argument } from './argument.ts';
import type { Reader } from './reader.ts';
import { anchorOf, type Source } from './source.ts';
import { fail, t } from '../../messages/text.ts';

/** One of three: absolute, relative to the source's position (~), or relative to where it looks: left, up, ahead (^). */
interface Coordinate {
  kind: '' | '~' | '^';
  value: number;
}
type Three = [Coordinate, Coordinate, Coordinate];

/** A place, as exact as it is typed. */
export function vec3(name: string): Argument<Vec3> {
  return place(name, 'minecraft:vec3', 'double', (at) =>
    at.toArray().every((value) => Math.abs(value) <= farthest) ? at : fail('argument.pos.outofworld'),
  );
}

/** A block that is in the world, and inside its border. */
export function blockPos(name: string): Argument<Vec3> {
  return place(name, 'minecraft:block_pos', 'int', (at, { game }) => {
    const block = at.floored();
    if (!isInWorld(game, block)) fail('argument.pos.outofworld');
    return block;
  });
}

export function isInWorld({ settings, centre }: Pick<Game, 'settings' | 'centre'>, block: Vec3): boolean {
  const isInside = isInsideBorder(settings, centre, { x: block.x + 0.5, z: block.z + 0.5 });
  return isInside && block.y >= 0 && block.y < worldHeight;
}

/** Yaw and pitch, in degrees. */
export function rotation(name: string): Argument<{ yaw: number; pitch: number }> {
  return {
    name,
    parser: 'minecraft:rotation',
    parse(reader) {
      const yaw = coordinate(reader, 'double');
      if (!reader.takes(' ')) throw reader.error(t('argument.rotation.incomplete'));
      const pitch = coordinate(reader, 'double');
      return (source) => ({ yaw: relative(yaw, source.yaw), pitch: relative(pitch, source.pitch) });
    },
  };
}

export function swizzle(name: string): Argument<string> {
  return argument(name, 'minecraft:swizzle', (reader) => {
    const axes = reader.untilSpace();
    if (!/^[xyz]{1,3}$/.test(axes) || new Set(axes).size < axes.length)
      throw reader.error(t('arguments.swizzle.invalid'));
    return axes;
  });
}

/** The point that lies so far to the left of, above and ahead of another, for who looks there. Source: the game's local coordinates */
function fromHere(at: Vec3, yaw: number, pitch: number, left: number, up: number, ahead: number): Vec3 {
  const turn = ((yaw + 90) * Math.PI) / 180;
  const tilt = (-pitch * Math.PI) / 180;
  const forward = new Vec3(Math.cos(turn) * Math.cos(tilt), Math.sin(tilt), Math.sin(turn) * Math.cos(tilt));
  const upwards = tilt + Math.PI / 2;
  const above = new Vec3(Math.cos(turn) * Math.cos(upwards), Math.sin(upwards), Math.sin(turn) * Math.cos(upwards));
  const leftwards = forward.cross(above).scaled(-1);
  return at.plus(leftwards.scaled(left)).plus(above.scaled(up)).plus(forward.scaled(ahead));
}

function place<T>(
  name: string,
  parser: string,
  kind: 'int' | 'double',
  take: (at: Vec3, source: Source) => T,
): Argument<T> {
  return {
    name,
    parser,
    suggest: (_, typed) => (typed === '' ? ['~', '~ ~', '~ ~ ~'] : []),
    parse(reader) {
      const three = readThree(reader, kind);
      return (source) => take(inWorld(three, source), source);
    },
  };
}

function readThree(reader: Reader, kind: 'int' | 'double'): Three {
  const from = reader.cursor;
  const read: Coordinate[] = [];
  for (let n = 0; n < 3; n += 1) {
    if (n > 0 && !reader.takes(' ')) throw reader.error(t('argument.pos3d.incomplete'), from);
    const next = coordinate(reader, kind);
    // In the middle of the block that is named, but not above its ground.
    const isWhole =
      next.kind === '' && kind === 'double' && n !== 1 && !/\.\d*$/.test(reader.line.slice(0, reader.cursor));
    read.push(isWhole ? { ...next, value: next.value + 0.5 } : next);
  }
  const locals = read.filter(({ kind: of }) => of === '^').length;
  if (locals !== 0 && locals !== 3) throw reader.error(t('argument.pos.mixed'), from);
  return read as Three;
}

function coordinate(reader: Reader, kind: 'int' | 'double'): Coordinate {
  const sign = reader.takes('~') ? '~' : reader.takes('^') ? '^' : '';
  if (sign !== '' && (reader.isAtEnd || reader.peek() === ' ')) return { kind: sign, value: 0 };
  if (reader.isAtEnd || reader.peek() === ' ') throw reader.error(t(`argument.pos.missing.${kind}`));
  return { kind: sign, value: reader.number(sign === '' ? kind : 'double') };
}

function inWorld([x, y, z]: Three, source: Source): Vec3 {
  const { position, yaw, pitch } = source;
  if (x.kind === '^') return fromHere(anchorOf(source), yaw, pitch, x.value, y.value, z.value);
  return new Vec3(relative(x, position.x), relative(y, position.y), relative(z, position.z));
}

function relative({ kind, value }: Coordinate, own: number): number {
  return kind === '~' ? own + value : value;
}
