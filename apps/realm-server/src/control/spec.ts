import { isAbsolute } from 'node:path';
import type { JavaServer, RealmLimits, RealmSpec } from '@realmkeep/runtime/control';
import { InvalidInput, isInteger, isRecord, parseAllSettings } from './settings.ts';

const VERSION = /^\d{1,4}(\.\d{1,4}){1,3}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads the text of spec.json. @throws InvalidInput */
export function parseSpec(text: string): RealmSpec {
  const input = parseJson(text);
  if (!isRecord(input)) throw new InvalidInput('spec.json must be an object');
  const { realmId, number, kernel, java, map, settings, limits } = input;
  if (typeof realmId !== 'string' || !UUID.test(realmId)) throw new InvalidInput('realmId must be a UUID');
  if (!isInteger(number, 1, Number.MAX_SAFE_INTEGER)) throw new InvalidInput('number must be a whole number from 1');
  if (typeof map !== 'string') throw new InvalidInput('map must be a name');
  const spec = { realmId, number, map, settings: parseAllSettings(settings), limits: parseLimits(limits) };
  if (kernel === 'sandbox') return { ...spec, kernel };
  if (kernel !== 'paper' && kernel !== 'vanilla') throw new InvalidInput('there is no such kernel');
  return { ...spec, kernel, java: parseJava(java) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidInput('spec.json is not JSON');
  }
}

function parseJava(input: unknown): JavaServer {
  if (!isRecord(input)) throw new InvalidInput('java must be an object');
  const { version, jar, runtime, eula } = input;
  if (typeof version !== 'string' || !VERSION.test(version)) throw new InvalidInput('java.version must be a version');
  if (typeof jar !== 'string' || !isAbsolute(jar)) throw new InvalidInput('java.jar must be an absolute path');
  if (typeof runtime !== 'string' || !isAbsolute(runtime)) {
    throw new InvalidInput('java.runtime must be an absolute path');
  }
  if (typeof eula !== 'boolean') throw new InvalidInput('java.eula must be true or false');
  return { version, jar, runtime, eula };
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
