import type { Wakers } from '@realmkeep/contract/realm-phases';
import type { Enforcement, SettingName } from '@realmkeep/contract/realm-setting-rules';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

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
      gameMode: 'For everybody who is on and everybody who joins.',
      difficultyLevel: 'Nothing here hurts more on a higher level. On Hardcore whoever dies can only look on.',
      spawnProtectionRadius:
        'So far around the spawn point only the owner and co-owners build, once they have confirmed themselves in the game. 0: everybody.',
      flySurvival: 'While it is off, whoever flies with a changed game is sent off.',
    } as Partial<Record<SettingName, string>>,
    difficulties: { PEACEFUL: 'Peaceful', EASY: 'Easy', NORMAL: 'Normal', HARD: 'Hard', HARDCORE: 'Hardcore' },
    /** What a field says of itself where it does not hold at once. */
    marks: {
      live: null,
      restart: 'Takes effect at the next start',
      shown: 'Hardly more than shown in the game',
      none: 'Without effect: this server has nothing of the kind',
    } as Record<Enforcement, string | null>,
    licence: 'They come in: nobody’s licence is checked.',
    radiusProblem: (max: number) => `A whole number from 0 to ${max}`,
    slotsMost: (most: number) => `Your plan allows up to ${most}.`,
    slotsAny: 'Your plan has no limit. Leave the field empty for any number.',
    slotsStopsTitle: 'Saving stops the server',
    slotsStopsText: 'Everybody on it is sent off. Turn it on again afterwards.',
    stoppedTitle: 'The server was stopped',
    stoppedText: 'Turn it on to play with the new number of slots.',
    nextStartTitle: 'Takes effect at the next start',
    nextStartText: (fields: string) => `The running server goes on as before. Restart it for: ${fields}.`,
    packHint:
      'A zip file with pack.mcmeta in it, at most 100 MiB, anywhere on the public internet. The game asks players whether to use it.',
    packChecking: 'Fetching and checking the pack…',
    packRemove: 'Remove the pack',
    packTier: (tier: string) => `Resource packs come with the ${tier} plan.`,
    packKept: 'The pack that was set is kept, but players are not offered it.',
    wakers: {
      title: 'Waking up',
      text: 'With nobody on it the server falls asleep after a while. Whoever joins finds it awake again within seconds.',
      label: 'Who wakes it by joining',
      options: { EVERYONE: 'Everybody', MANAGERS: 'Owner and co-owners' } satisfies Record<Wakers, string>,
      notes: {
        EVERYONE: 'Any player who joins by the address. A look at the server list wakes nothing.',
        MANAGERS:
          'You and your co-owners: by the nickname of the account, from the internet connection on which you are logged in here. Others are told that it sleeps. The button “Wake” on its page always works.',
      } satisfies Record<Wakers, string>,
    },
    ownersOnly: 'The name and the address are for the owner to change.',
  },

  access: {
    title: 'Access',
    may: {
      title: 'What co-owners may do',
      items: [
        'See everything about the server on its pages',
        'Turn it on and off',
        'Change its settings',
        'Use its console, files and schedules',
        'Make backups',
        'Use commands in the game and build at the protected spawn, once they have confirmed themselves with a code',
      ],
    },
    mayNot: {
      title: 'What is the owner’s alone',
      items: [
        'The name and the address',
        'Who is a co-owner',
        'Restoring, downloading and deleting backups',
        'The database’s password, and deleting the database',
        'Deleting the server',
      ],
    },
    listTitle: 'Who manages this server',
    owner: 'Owner',
    you: 'You',
    since: (date: string) => `Co-owner since ${date}`,
    empty: 'There are no co-owners yet.',
    add: {
      title: 'Add a co-owner',
      label: 'Nickname',
      hint: 'Of an account on this site. They find the server in the tab “Partner’s”.',
      button: 'Add',
      done: (name: string) => `${name} is now a co-owner`,
      full: (limit: number) => `A server has at most ${limit} co-owners.`,
    },
    remove: {
      button: (name: string) => `Remove ${name}`,
      title: (name: string) => `Remove ${name}?`,
      text: 'The pages of the server close for them at once, and their powers in the game end. As a player they may still join.',
      action: 'Remove',
      cancel: 'Keep',
      done: (name: string) => `${name} is no longer a co-owner`,
    },
    leave: {
      button: 'Leave',
      title: 'Stop managing this server?',
      text: 'Its pages close for you, and your powers in the game end. Only the owner can add you again.',
      action: 'Leave',
      cancel: 'Stay',
      done: 'You no longer manage this server',
    },
    upgrade: {
      title: 'Subscription upgrade required',
      text: (tier: string) =>
        `Co-owners are added from the ${tier} plan on. Those you have stay, and you can remove them.`,
      cancel: 'Not now',
    },
    noAccess: {
      title: 'Your plan has no co-owners',
      text: (tier: string) => `From the ${tier} plan on, friends can manage the server with you.`,
      waiting: (count: number) =>
        plural(count, {
          one: '{n} co-owner of before is waiting for it. Until then the server is closed to them.',
          other: '{n} co-owners of before are waiting for it. Until then the server is closed to them.',
        }),
      action: 'Go to subscriptions',
    },
  },
};
