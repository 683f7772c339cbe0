import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

export const databases = {
  title: 'Databases',
  lead: 'A PostgreSQL database for this server, for plugins that keep their data in one.',
  unavailable: {
    title: 'Databases are not available',
    text: 'The operator of this site has not enabled databases for servers.',
  },
  none: {
    title: 'No database yet',
    text: (size: string, connections: number) =>
      plural(connections, {
        one: `It may hold up to ${size}, with {n} connection at once.`,
        other: `It may hold up to ${size}, with {n} connections at once.`,
      }),
  },
  create: 'Create a database',
  states: { creating: 'The database is being created…', deleting: 'The database is being deleted…' },
  size: {
    title: 'Size',
    used: (size: string, limit: string) => `${size} of ${limit}`,
    unmeasured: 'It will be measured within half a minute.',
    read_only: {
      title: 'Over the limit: read-only',
      text: 'It becomes writable again half a minute after it drops below the limit. To delete something, start with:',
    },
    closed: {
      title: 'Over twice the limit: closed',
      text: 'Nobody can connect. Upgrade your plan to open it again, or delete it.',
    },
  },
  access: {
    title: 'Connection',
    text: (connections: number) =>
      plural(connections, {
        one: 'It can be reached from the machine your server runs on, not from the internet, with {n} connection at once.',
        other:
          'It can be reached from the machine your server runs on, not from the internet, with {n} connections at once.',
      }),
    server: {
      label: 'Stored on',
      guests: 'PostgreSQL for servers’ databases',
      named: 'a PostgreSQL server chosen by the operator of this site',
      product: 'the site’s own PostgreSQL',
    },
    ofBefore: {
      title: 'Created by an older version',
      text: 'It is stored with the site’s own data, and your server may not be able to reach it there. Ask the operator of the site for a copy of its contents, delete it here, and create another.',
    },
    host: 'Host',
    port: 'Port',
    name: 'Database name',
    user: 'User',
    password: 'Password',
    jdbc: 'JDBC address',
    show: 'Show the password',
    copy: 'Copy',
    copyOf: (label: string) => `Copy: ${label}`,
    ownersOnly: 'Only the owner can see or change the password, or delete the database.',
  },
  changes: 'Changes',
  cancel: 'Cancel',
  rotate: {
    button: 'Change the password',
    title: 'Change the password?',
    text: 'Everything that is connected will be disconnected, and will need the new password.',
    action: 'Change',
    done: 'The password was changed',
  },
  remove: {
    button: 'Delete the database',
    title: 'Delete the database?',
    text: 'Everything in it will be lost for good.',
    action: 'Delete',
    done: 'The database was deleted',
  },
};
