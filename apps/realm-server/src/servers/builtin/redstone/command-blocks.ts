import type { Vec3 } from 'vec3';
import { type Compound, valueOf } from '../../../world-format/nbt-fields.ts';
import { byte, int, string } from '../../../world-format/nbt-tags.ts';
import { blockAt, type PlacedBlock, stateWith } from '../land/block-state.ts';
import { isCreative, mayBuild, setBlock } from '../land/building.ts';
import { directions, opposite } from '../land/sides.ts';
import { messagesOf } from '../messages/messages.ts';
import { seldom, tell } from '../messages/notices.ts';
import { show, t } from '../messages/text.ts';
import { runBlocksCommand } from '../play/commands.ts';
import { positionNear } from '../players/near.ts';
import type { Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import { powerAt } from './power.ts';

/** Of each tick on average; who takes longer waits until that is made up for. */
const msOfTick = 10;
const mostInChain = 100;
const mostLetters = 1000;
/** Ticks after which a repeating one looks whether command blocks are on again. */
const restTicks = 20;
/** Of the packet update_command_block of protocol 754. */
const kinds = ['chain_command_block', 'repeating_command_block', 'command_block'];
const flags = { conditional: 2, auto: 4 };
/** Of tile_entity_data: what a command block holds. */
const isCommand = 2;

export const isCommandBlock = (block: PlacedBlock | null): block is PlacedBlock =>
  block?.kind.name.endsWith('command_block') === true;

/** Command blocks: impulses, repeating ones and chains, with an operator's powers. Source: the game's CommandBlock (1.16.5) */
export class CommandBlocks {
  readonly #game: () => Game;
  readonly #say = seldom((line) => this.#game().log(line));
  /** Milliseconds of overrun to be made up for. */
  #debt = 0;
  /** Those that have waited go first. */
  readonly #late = new Set<string>();

  constructor(game: () => Game) {
    this.#game = game;
  }

  tick(): void {
    this.#debt = Math.max(0, this.#debt - msOfTick);
    if (this.#debt === 0) this.#late.clear();
  }

  /** Shows the player a block's command. @returns false if they may not see it */
  open(player: Player, at: Vec3): boolean {
    if (!this.#isOpenTo(player)) return false;
    const nbtData = { type: 'compound', name: '', value: this.#fieldsAt(at) };
    player._client.write('tile_entity_data', { location: at, action: isCommand, nbtData });
    return true;
  }

  /** Packet update_command_block. */
  edit(player: Player, packet: Record<string, unknown>): void {
    const game = this.#game();
    const at = positionNear(player, packet['location']);
    const block = at && blockAt(game, at);
    const kind = game.squid.registry.blocksByName[kinds[Number(packet['mode'])] ?? ''];
    if (!at || !isCommandBlock(block) || !kind || !this.#isOpenTo(player) || !mayBuild(game, player, at)) return;
    const command = String(packet['command']);
    if (!game.settings.commandBlocks) return show(player._client, t('advMode.notEnabled'));
    if (command.length > mostLetters)
      return tell(player._client, messagesOf(player).commandTooLong(mostLetters), 'red');
    const has = (flag: number): boolean => (Number(packet['flags']) & flag) !== 0;
    setBlock(game, at, stateWith({ ...block, kind }, { conditional: String(has(flags.conditional)) }));
    const fields = { Command: string(command), auto: byte(has(flags.auto)), powered: byte(false) };
    this.#keep(at, fields);
    game.log(`${player.username} set a command block at ${at.x}, ${at.y}, ${at.z}: ${command}`);
    show(player._client, t('advMode.setCommand.success', command));
    const isStarted = has(flags.auto) && kind.name !== 'chain_command_block';
    if (isStarted) game.blockTicks.wait(at, 1);
    game.redstone.look(at);
  }

  /** Something beside it has changed. */
  look(at: Vec3, { kind }: PlacedBlock): void {
    const isFed = powerAt(this.#game(), at) > 0;
    if (this.#isSet(at, 'powered') === isFed) return;
    this.#keep(at, { powered: byte(isFed) });
    const starts = isFed && !this.#isSet(at, 'auto') && kind.name !== 'chain_command_block';
    if (starts) this.#game().blockTicks.wait(at, 1);
  }

  /** It runs, and the chain behind it. */
  turn(at: Vec3, block: PlacedBlock): void {
    const game = this.#game();
    const isRepeating = block.kind.name.startsWith('repeating');
    if (isRepeating && !this.#isSet(at, 'powered') && !this.#isSet(at, 'auto')) return;
    const isOn = game.settings.commandBlocks;
    const isLate = this.#debt >= msOfTick || (this.#late.size > 0 && !this.#late.has(at.toString()));
    if (isLate) this.#say(`Command blocks take more than ${msOfTick} ms of a tick: they wait`);
    if (isRepeating || isLate) game.blockTicks.wait(at, isOn ? 1 : restTicks);
    if (isOn && isLate) this.#late.add(at.toString());
    if (!isOn || isLate) return;
    this.#late.delete(at.toString());
    const began = performance.now();
    this.#run(at, block);
    let last = at.plus(directions[block.properties['facing'] ?? ''] ?? at);
    for (let n = 0; n < mostInChain && game.world.isSeen(last); n += 1) {
      const next = blockAt(game, last);
      if (next?.kind.name !== 'chain_command_block') break;
      if (this.#isSet(last, 'auto') || this.#isSet(last, 'powered')) this.#run(last, next);
      last = last.plus(directions[next.properties['facing'] ?? ''] ?? at);
    }
    this.#debt += performance.now() - began;
  }

  #run(at: Vec3, { properties: { conditional, facing = '' } }: PlacedBlock): void {
    const back = directions[opposite(facing)];
    const isReady = conditional === 'false' || (back !== undefined && this.#isSet(at.plus(back), 'SuccessCount'));
    const stored = valueOf(this.#fieldsAt(at)['Command']);
    const command = typeof stored === 'string' ? stored : '';
    const isDone = isReady && command !== '' && runBlocksCommand(this.#game(), at, command.slice(0, mostLetters));
    if (isDone !== this.#isSet(at, 'SuccessCount')) this.#keep(at, { SuccessCount: int(Number(isDone)) });
  }

  #isOpenTo(player: Player): boolean {
    return isCreative(player) && this.#game().access.hasPowers(player.account);
  }

  #fieldsAt(at: Vec3): Compound {
    return this.#game().world.blockEntity(at) ?? {};
  }

  #isSet(at: Vec3, name: string): boolean {
    return Number(valueOf(this.#fieldsAt(at)[name]) ?? 0) > 0;
  }

  #keep(at: Vec3, fields: Compound): void {
    const before = this.#fieldsAt(at);
    const id = string('minecraft:command_block');
    // A command of the block's own may have put another block there.
    if (isCommandBlock(blockAt(this.#game(), at))) this.#game().world.keepBlockEntity(at, { ...before, id, ...fields });
  }
}
