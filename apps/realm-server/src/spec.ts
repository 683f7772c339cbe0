import type { RealmLimits, RealmSpec } from '@realmkeep/runtime/control';
import { InvalidInput, isInteger, isRecord, parseAllSettings } from './settings.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads the text of spec.json. @throws InvalidInput */
export function parseSpec(text: string): RealmSpec {
  const input = parseJson(text);
  if (!isRecord(input)) throw new InvalidInput('spec.json must be an object');
  const { realmId, number, kernel, map, settings, limits } = input;
  if (typeof realmId !== 'string' || !UUID.test(realmId)) throw new InvalidInput('realmId must be a UUID');
  if (!isInteger(number, 1, Number.MAX_SAFE_INTEGER)) throw new InvalidInput('number must be a whole number from 1');
  if (kernel !== 'sandbox') throw new InvalidInput('kernel must be sandbox');
  if (typeof map !== 'string') throw new InvalidInput('map must be a name');
  return { realmId, number, kernel, map, settings: parseAllSettings(settings), limits: parseLimits(limits) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidInput('spec.json is not JSON');
  }
}

function parseLimits(input: unknown): RealmLimits {
  if (!isRecord(input)) throw new InvalidInput('limits must be an object');
  const { memoryMiB, cores, processes } = input;
  if (!isPositive(memoryMiB) || !isPositive(cores) || !isPositive(processes)) {
    throw new InvalidInput('limits must be numbers above 0');
  }
  return { memoryMiB, cores, processes };
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && value > 0;
}
