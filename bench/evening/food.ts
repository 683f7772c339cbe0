import pathfinding from 'mineflayer-pathfinder';
import { type Hands, food } from './hands.ts';
import { type Entity, entitiesNear, reach, swingTicks } from './senses.ts';

const { goals } = pathfinding;
const prey = /^(cow|pig|sheep|chicken)$/;
/** As far as a server shows animals, in blocks. */
const sight = 64;
/** The longest to hunt, and to run after one animal. */
const mostMs = 150_000;
const chaseMs = 30_000;

/** Hunts animals in sight until there are so many meals, or no more animals. */
export async function hunt(hands: Hands, meals: number): Promise<void> {
  const { bot } = hands;
  const held = (): number =>
    bot.inventory.items().reduce((sum, { name, count }) => (food.test(name) ? sum + count : sum), 0);
  const escaped = new Set<Entity>();
  for (const end = Date.now() + mostMs; held() < meals && Date.now() < end;) {
    const animal = entitiesNear(bot, prey, sight).find((one) => !escaped.has(one));
    if (!animal) return;
    try {
      await slay(hands, animal);
      await hands.collect();
    } catch (error) {
      if (bot.health <= 0) throw error;
      escaped.add(animal);
      hands.odd(`a ${animal.name} escaped: ${String(error)}`);
    }
  }
}

async function slay(hands: Hands, animal: Entity): Promise<void> {
  const { bot } = hands;
  for (const end = Date.now() + chaseMs; bot.entities[animal.id];) {
    if (Date.now() > end) throw new Error('it is too fast');
    if (animal.position.distanceTo(bot.entity.position) > reach) {
      await hands.go(new goals.GoalFollow(animal, 2), chaseMs);
      continue;
    }
    bot.attack(animal);
    await bot.waitForTicks(swingTicks);
  }
}
