import { type LandSide, landSides, type RealmLand } from '@realmkeep/contract';
import { landSide } from '@realmkeep/runtime';
import { KeptAnswers } from '../../../limits/kept-answers.ts';
import { FairTurns } from '../../../limits/fair-turns.ts';
import { palettePng } from '../../maps/palette-png.ts';

export interface Land extends RealmLand {
  /** Whether chunks that are not stored look as the world's map generates them. */
  made: boolean;
}

/** PNGs in Base64, by side length in pixels; or one without. */
type Pictures = ReadonlyMap<LandSide | 'small', string>;

interface Kept {
  version: string;
  pictures: Promise<Pictures>;
  /** Total size of the pictures, in characters; 0 while they are being drawn. */
  size: number;
}

/** For all realms together, some 400 regions; per process, like the turns. */
const maxKept = 48 * 1024 * 1024;
/** By the realms' owners. Drawing one takes a realm a second or two of its processor time, or ten if it is hostile. */
const turns = { atOnce: 8, each: 1, waiting: 16, waitMs: 120_000 };

/** Drawn pictures of realms' land, kept until it changes or others need the room. */
export class LandPictures {
  /** The regions that a realm has: cached as long as its map may be. */
  readonly lands = new KeptAnswers<Land>(60_000, 200);
  /** By realm and region; least recently requested first. */
  readonly #kept = new Map<string, Kept>();
  readonly #turns = new FairTurns(turns);
  #size = 0;

  /**
   * One of the pictures that are drawn together, once for everyone who asks.
   * @param account of the realm's owner
   * @param key of the realm and what the pictures show
   * @param draw is called in the account's turn
   * @returns a PNG in Base64; null when there is nothing to see
   * @throws AppError unavailable, when the account asks for too much at once; and what `draw` throws
   */
  async picture(
    account: string,
    { key, version, side }: { key: string; version: string; side: LandSide | 'small' },
    draw: () => Promise<Pictures>,
  ): Promise<string | null> {
    const found = this.#kept.get(key);
    if (found) this.#kept.delete(key);
    const kept = found?.version === version ? found : this.#draw(account, key, version, draw);
    if (found && found !== kept) this.#size -= found.size;
    this.#kept.set(key, kept);
    return (await kept.pictures).get(side) ?? null;
  }

  #draw(account: string, key: string, version: string, draw: () => Promise<Pictures>): Kept {
    const kept: Kept = { version, size: 0, pictures: this.#turns.run(account, draw) };
    void this.#settle(key, kept);
    return kept;
  }

  /** Accounts for finished pictures, and drops failed ones; if the land has changed meanwhile, another has taken the place. */
  async #settle(key: string, kept: Kept): Promise<void> {
    const pictures = await kept.pictures.catch(() => null);
    if (this.#kept.get(key) !== kept) return;
    if (pictures) this.#count(kept, pictures);
    else this.#kept.delete(key);
  }

  #count(kept: Kept, pictures: Pictures): void {
    for (const picture of pictures.values()) kept.size += picture.length;
    this.#size += kept.size;
    for (const [key, { size }] of this.#kept) {
      if (this.#size <= maxKept) return;
      // A picture still being drawn takes no room yet.
      if (size === 0) continue;
      this.#kept.delete(key);
      this.#size -= size;
    }
  }
}

/** Of a region. @param pixels as `RealmFiles.drawLand` has them */
export async function regionPictures(pixels: Buffer): Promise<Pictures> {
  const pictures = new Map<LandSide, string>();
  for (const side of landSides) {
    pictures.set(side, await pictureOf(pixels, Number(side)));
  }
  return pictures;
}

async function pictureOf(pixels: Buffer, side: number): Promise<string> {
  return (await palettePng({ width: side, height: side }, smaller(pixels, landSide / side))).toString('base64');
}

/** The most common colour of each square of `by` × `by` pixels, as on the game's maps. */
function smaller(pixels: Buffer, by: number): Uint8Array {
  if (by === 1) return pixels;
  const side = landSide / by;
  const counts = new Uint16Array(256);
  const made = new Uint8Array(side * side);
  for (let pixel = 0; pixel < made.length; pixel += 1) {
    const from = Math.floor(pixel / side) * by * landSide + (pixel % side) * by;
    counts.fill(0);
    let best = 0;
    for (let i = 0; i < by * by; i += 1) {
      const value = pixels[from + Math.floor(i / by) * landSide + (i % by)] ?? 0;
      counts[value] = (counts[value] ?? 0) + 1;
      if ((counts[value] ?? 0) > (counts[best] ?? 0)) best = value;
    }
    made[pixel] = best;
  }
  return made;
}
