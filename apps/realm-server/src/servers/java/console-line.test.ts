import { expect, test } from 'vitest';
import { hear, readPrinted } from './console-line.ts';

test.each([
  ['[12:00:01] [Server thread/INFO]: Preparing level "world"', 'INFO', 'Preparing level "world"'],
  ['[12:00:01] [Worker-Main-1/INFO]: Preparing spawn area: 0%', 'INFO', 'Preparing spawn area: 0%'],
  ["[12:00:01] [Server thread/WARN]: Can't keep up!", 'WARN', "WARN: Can't keep up!"],
  ['[12:00:01 INFO]: [Essentials] Enabling', 'INFO', '[Essentials] Enabling'],
  ['\u001b[33m[12:00:01 WARN]: careful\u001b[0m', 'WARN', '\u001b[33mWARN: careful\u001b[0m'],
  ['\tat net.minecraft.server.Main.main(Main.java:1)', 'INFO', '\tat net.minecraft.server.Main.main(Main.java:1)'],
  ['', 'INFO', ''],
])('%j is shown without its time', (line, level, shown) => {
  expect(readPrinted(line)).toMatchObject({ level, shown });
});

const info = (text: string): string => `[12:00:01] [Server thread/INFO]: ${text}`;

test.each([
  [info('Done (12.345s)! For help, type "help"'), { kind: 'ready' }],
  ['[12:00:01 INFO]: Done (7,041s)! For help, type "help" or "?"', { kind: 'ready' }],
  [info('Saved the game'), { kind: 'saved' }],
  [
    info('Bob[/127.0.0.1:40000] logged in with entity id 7 at (8.5, 65.0, 8.5)'),
    { kind: 'joined', name: 'Bob', address: '127.0.0.1:40000' },
  ],
  [
    '[12:00:01 INFO]: Bob[/127.0.0.1:40000] logged in with entity id 7 at ([world]8.5, 65.0, 8.5)',
    { kind: 'joined', name: 'Bob', address: '127.0.0.1:40000' },
  ],
  [
    info('odd name[/127.0.0.2:40000] logged in with entity id 7 at (0, 0, 0)'),
    { kind: 'joined', name: 'odd name', address: '127.0.0.2:40000' },
  ],
  ['java.io.IOException: No space left on device', { kind: 'no-room' }],
  ['Caused by: java.nio.file.FileSystemException: ./world/level.dat: Disk quota exceeded', { kind: 'no-room' }],
  [info('Unable to save the game (is there enough disk space?)'), { kind: 'no-room' }],
  [info('Made Bob a server operator'), { kind: 'operator' }],
  [info('Set the world spawn point to -12, 64, 8 [0.0]'), { kind: 'spawn', x: -12, y: 64, z: 8 }],
  [
    info('[Ann: Set the world spawn point to 1, -2, 3 [90.0, 0.0] in minecraft:overworld]'),
    { kind: 'spawn', x: 1, y: -2, z: 3 },
  ],
  [info('[Ann: Made Bob a server operator]'), { kind: 'operator' }],
  // The player is in a team with a prefix.
  [info('[[King] Ann: Made Bob a server operator]'), { kind: 'operator' }],
  [info('[[King] Ann: Set the world spawn point to 1, -2, 3 [90.0]]'), { kind: 'spawn', x: 1, y: -2, z: 3 }],
  [
    info('Ann has the following entity data: "minecraft:the_nether"'),
    { kind: 'dimension', name: 'Ann', dimension: 'the_nether' },
  ],
  [
    info('[King] Ann has the following entity data: "mod:deep/caves"'),
    { kind: 'dimension', name: 'Ann', dimension: 'mod:deep/caves' },
  ],
  [info('[Ann: Triggered [kit.tools]]'), { kind: 'kit', name: 'Ann', kit: 'tools' }],
  [info('[[King] Ann: Triggered [kit.tools] (set value to 5)]'), { kind: 'kit', name: 'Ann', kit: 'tools' }],
  ['[12:00:01 INFO]: [Ann: Triggered [kit.builder] (added -2 to value)]', { kind: 'kit', name: 'Ann', kit: 'builder' }],
  ['[12:00:01 INFO]: \u001b[33mTPS from last 1m, 5m, 15m: \u001b[32m*20.0, 19.9', { kind: 'tps', perSecond: 20 }],
  ['[12:00:01 INFO]: TPS from last 5s, 1m, 5m, 15m: 12.5, 19.9', { kind: 'tps', perSecond: 12.5 }],
])('%j is heard', (line, heard) => {
  expect(hear(readPrinted(line))).toEqual(heard);
});

test.each([
  '<Bob> Saved the game',
  '[Bob] Saved the game',
  '<Bob> java.io.IOException: No space left on device',
  '[Bob: Saved the game]',
  '* Bob Saved the game',
  '<Bob> Done (1.0s)! For help, type "help"',
  '<Eve> Set the world spawn point to 1, 2, 3 [0.0]',
  '[Eve] Set the world spawn point to 1, 2, 3 [0.0]',
  'Set the world spawn point to 1, 2, 3 [0.0, 0.0] in minecraft:the_nether',
  '<Eve> Made Eve a server operator',
  '<Eve> [Ann: Triggered [kit.tools]]',
  '[Eve] Ann: Triggered [kit.tools]',
  'Triggered [kit.tools]',
])('what a player says, %j, is not taken for the server’s word', (text) => {
  expect(hear(readPrinted(info(text)))).toBeNull();
});
