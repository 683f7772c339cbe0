import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

export const access = {
  title: 'Access',
  may: {
    title: 'What co-owners can do',
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
    title: 'What only the owner can do',
    items: [
      'The name, address, description and protection',
      'The kernel, a new world, and who can wake the server',
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
    hint: 'The nickname of an account on this site. They will find the server in their “Partner’s” tab.',
    button: 'Add',
    done: (name: string) => `${name} is now a co-owner`,
    full: (limit: number) => `A server can have at most ${limit} co-owners.`,
  },
  remove: {
    button: (name: string) => `Remove ${name}`,
    title: (name: string) => `Remove ${name}?`,
    text: 'They lose access to the server’s pages and to its commands in the game immediately. They can still join as a player.',
    action: 'Remove',
    cancel: 'Keep',
    done: (name: string) => `${name} is no longer a co-owner`,
  },
  leave: {
    button: 'Leave',
    title: 'Stop managing this server?',
    text: 'You lose access to its pages and to its commands in the game. Only the owner can add you again.',
    action: 'Leave',
    cancel: 'Stay',
    done: 'You no longer manage this server',
  },
  upgrade: {
    title: 'Subscription upgrade required',
    text: (tier: string) =>
      `You can add co-owners from the ${tier} plan up. The ones you have stay, and you can remove them.`,
    cancel: 'Not now',
  },
  noAccess: {
    title: 'Your plan does not include co-owners',
    text: (tier: string) => `From the ${tier} plan up, friends can manage the server with you.`,
    waiting: (count: number) =>
      plural(count, {
        one: '{n} co-owner from before is waiting. Until then, they cannot access the server.',
        other: '{n} co-owners from before are waiting. Until then, they cannot access the server.',
      }),
    action: 'Go to subscriptions',
  },
};
