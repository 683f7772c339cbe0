import type { Wakers } from '@realmkeep/contract/realm-phases';
import type { Enforcement, SettingName } from '@realmkeep/contract/realm-setting-rules';

export const manage = {
  settings: {
    enabled: 'Enabled',
    disabled: 'Disabled',
    groups: { slots: 'Players', game: 'Game', world: 'World', pack: 'Resource pack' },
    fields: {
      slots: 'Slots',
      gameMode: 'Game mode',
      difficultyLevel: 'Difficulty',
      dealDamage: 'Players can hurt each other',
      flySurvival: 'Flying in survival and adventure',
      spawnProtectionRadius: 'Protected spawn, in blocks',
      animalSpawn: 'Animals',
      monsterSpawn: 'Monsters',
      villagersRespawn: 'Villagers',
      commandBlocks: 'Command blocks',
      viewAchievementsOnChat: 'Achievements in the chat',
      accessWithoutLicense: 'Players without a licence',
      resourcePackUrl: 'Address of the pack',
    } satisfies Record<SettingName, string>,
    hints: {
      gameMode: 'For everyone online and everyone who joins.',
      difficultyLevel: 'Damage is the same on every level. On Hardcore, players who die can only spectate.',
      spawnProtectionRadius:
        'Within this distance of the spawn point only the owner and co-owners can build, once they have confirmed themselves in the game. 0: everyone can.',
      flySurvival: 'When off, players who fly with a modified game are kicked.',
    } as Partial<Record<SettingName, string>>,
    difficulties: { PEACEFUL: 'Peaceful', EASY: 'Easy', NORMAL: 'Normal', HARD: 'Hard', HARDCORE: 'Hardcore' },
    /** What a field says of itself where it does not hold at once. */
    marks: {
      live: null,
      restart: 'Takes effect at the next start',
      shown: 'Mostly for show: it changes little in the game',
      none: 'Has no effect on this server',
    } as Record<Enforcement, string | null>,
    licence: 'They can join: licences are not checked.',
    radiusProblem: (max: number) => `A whole number from 0 to ${max}`,
    slotsMost: (most: number) => `Your plan allows up to ${most}.`,
    slotsAny: 'Your plan has no limit. Leave the field empty for any number.',
    slotsStopsTitle: 'Saving stops the server',
    slotsStopsText: 'Everyone online will be disconnected. Turn it on again afterwards.',
    stoppedTitle: 'The server was stopped',
    stoppedText: 'Turn it on to play with the new number of slots.',
    nextStartTitle: 'Takes effect at the next start',
    nextStartText: (fields: string) => `The running server is not affected yet. Restart it to apply: ${fields}.`,
    packHint:
      'A zip file with pack.mcmeta in it, up to 100 MiB, anywhere on the public internet. The game asks players whether to use it.',
    packChecking: 'Downloading and checking the pack…',
    packRemove: 'Remove the pack',
    packTier: (tier: string) => `Resource packs come with the ${tier} plan.`,
    packKept: 'Your pack is kept, but is not offered to players.',
    description: {
      title: 'Description',
      text: 'It appears in your list of servers, and below the name in players’ server lists.',
      label: 'What is it about?',
      hint: (max: number) => `One line, up to ${max} characters. The game shows about the first 45.`,
      tooLong: (max: number) => `Description is too long (max. ${max} characters)`,
      characters: 'Formatting codes and invisible characters are not allowed',
    },
    protection: {
      title: 'Protection',
      text: 'A protected server cannot be deleted by mistake.',
      label: 'Protect this server from deletion',
      note: 'Turn it off before you delete the server. If your plan shrinks, protected servers are kept first, but those above its limit are still deleted after two weeks.',
    },
    spawn: {
      title: 'Spawn point',
      text: 'Where players appear when they join for the first time, and after dying. The world’s border stays where it is.',
      axes: { spawnX: 'X', spawnY: 'Y (height)', spawnZ: 'Z' },
      problem: (lowest: number, highest: number) => `A whole number; the height from ${lowest} to ${highest}`,
      off: 'The world keeps it, so the server has to be running to change it. In the game, managers type /setworldspawn where they stand.',
      hint: 'In the game, managers type /setworldspawn where they stand.',
      unknown: 'It is known after the first start.',
    },
    wakers: {
      title: 'Waking up',
      text: 'When nobody is online, the server goes to sleep after a while. It wakes within seconds when someone joins.',
      label: 'Who can wake it by joining',
      options: { EVERYONE: 'Everyone', MANAGERS: 'Owner and co-owners' } satisfies Record<Wakers, string>,
      notes: {
        EVERYONE: 'Any player who joins by the address. Just seeing it in the server list does not wake it.',
        MANAGERS:
          'You and your co-owners, using your account nickname, from the internet connection you are logged in from here. Anyone else sees a message that it is asleep. The “Wake” button on its page always works.',
      } satisfies Record<Wakers, string>,
    },
    ownersOnly: 'Only the owner can change the name, address and description.',
  },
};
