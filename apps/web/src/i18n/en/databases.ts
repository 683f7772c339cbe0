import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

export const databases = {
  title: 'Databases',
  lead: 'A PostgreSQL database of the server’s own, for plugins that keep their data in one.',
  unavailable: {
    title: 'There are no databases here',
    text: 'Whoever runs this installation has not enabled databases for servers.',
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
  states: { creating: 'The database is being made…', deleting: 'The database is being deleted…' },
  size: {
    title: 'Size',
    used: (size: string, limit: string) => `${size} of ${limit}`,
    unmeasured: 'Measured within half a minute.',
    read_only: {
      title: 'Above the limit: it can only be read',
      text: 'It can be written again half a minute after it is below the limit. To delete something, begin with:',
    },
    closed: {
      title: 'Above twice the limit: it is closed',
      text: 'Nobody can connect. A higher plan opens it again; otherwise delete it.',
    },
  },
  access: {
    title: 'Connection',
    text: (connections: number) =>
      plural(connections, {
        one: 'It is reached from the machine that the server runs on, not from the internet, by {n} connection at once.',
        other:
          'It is reached from the machine that the server runs on, not from the internet, by {n} connections at once.',
      }),
    server: {
      label: 'Lies on',
      guests: 'PostgreSQL for servers’ databases',
      named: 'a PostgreSQL that whoever runs this site has named',
      product: 'PostgreSQL of the site itself',
    },
    ofBefore: {
      title: 'It was created by an older version',
      text: 'It lies where the site keeps its own data, and your server may not reach it there. Ask whoever runs the site for a copy of what is in it, delete it here, and create another.',
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
    ownersOnly: 'Only the owner sees the password, changes it, or deletes the database.',
  },
  changes: 'Changes',
  cancel: 'Cancel',
  rotate: {
    button: 'Change the password',
    title: 'Change the password?',
    text: 'Everything that is connected is sent off, and needs the new password.',
    action: 'Change',
    done: 'The password was changed',
  },
  remove: {
    button: 'Delete the database',
    title: 'Delete the database?',
    text: 'Everything in it is lost for good.',
    action: 'Delete',
    done: 'The database was deleted',
  },
};
