import { chmod, copyFile, mkdir, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFunctions } from './replace-functions.ts';

/**
 * What realms may create in their databases: extensions that PostgreSQL trusts, without its other languages. PL/Perl and
 * PL/Tcl look for no interrupts, so that nothing ends what runs in them, and Tcl aborts where memory is short: that ends
 * everybody's session.
 */
const extensions =
  `btree_gin btree_gist citext cube dict_int fuzzystrmatch hstore intarray isn lo ltree pg_trgm pgcrypto plpgsql
  seg tablefunc tcn tsm_system_rows tsm_system_time unaccent uuid-ossp`.split(/\s+/);

/** Of its own name nearly always. */
const libraryOf = new Map([['intarray', '_int']]);

/** What the server loads by itself. */
const ownLibraries = ['dict_snowball', 'pgoutput'];
const conversions = /^(utf8|euc|latin|cyrillic)/;

/**
 * Every way that PostgreSQL takes into libxml2 with somebody's text, and what it answers from now on: NULL, or an error's number.
 * The built-in one is of 2016: its XPath overflows the stack, which ends everybody's session, and computes for hours without
 * looking for interrupts.
 */
const xmlReaders = {
  xmlCtxtReadDoc: 0,
  xmlCtxtReadMemory: 0,
  xmlParseBalancedChunkMemory: 1,
  xmlParseInNodeContext: 1,
  xmlXPathCtxtCompile: 0,
  xmlXPathCompiledEval: 0,
} as const;

/**
 * The programs that guests' cluster runs by: links to the built-in PostgreSQL, less what lets one realm's statement end or
 * delay all others. No privilege would do, as XMLTABLE calls no function that could be revoked, and as what is not there is
 * gone from databases of before, too. No server may run by those that were there.
 * @param built the folder of the built-in one, with bin/ and lib/ @param folder where `programs` is made
 * @returns the folder with bin/postgres and bin/initdb
 * @throws Error on a machine whose libxml2 cannot be changed
 */
export async function makeGuestPrograms(built: string, folder: string): Promise<string> {
  const place = guestProgramsOf(folder);
  const aside = `${place}.new`;
  await rm(aside, { recursive: true, force: true });
  // PostgreSQL finds the rest by the place of its program, for which a link does not count.
  await fill(join(built, 'bin'), join(aside, 'bin'), () => true, copyFile);
  await fill(join(built, 'lib'), join(aside, 'lib'), (name) => name.includes('.so') && name !== libxml);
  const xml = replaceFunctions(await readFile(join(built, 'lib', libxml)), xmlReaders);
  await writeFile(join(aside, 'lib', libxml), xml);
  const libraries = new Set([...ownLibraries, ...extensions.map((name) => libraryOf.get(name) ?? name)]);
  await fill(join(built, 'lib/postgresql'), join(aside, 'lib/postgresql'), (file) => {
    const name = file.replace(/\.so$/, '');
    return libraries.has(name) || conversions.test(name);
  });
  await fill(join(built, share), join(aside, share), (name) => name !== 'extension');
  await fill(join(built, share, 'extension'), join(aside, share, 'extension'), (file) =>
    extensions.includes(file.replace(/(\.control|--.*\.sql)$/, '')),
  );
  await rm(place, { recursive: true, force: true });
  await rename(aside, place);
  return place;
}

const libxml = 'libxml2.so.2';
const share = 'share/postgresql';

/** Where they are made for a cluster in that folder. */
export function guestProgramsOf(folder: string): string {
  return join(folder, 'programs');
}

/** Those files of a folder that are wanted, put into a new one that everybody may read. */
async function fill(
  from: string,
  to: string,
  isWanted: (name: string) => boolean,
  put: (from: string, to: string) => Promise<void> = symlink,
): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const made of [dirname(dirname(to)), dirname(to), to]) await chmod(made, 0o755);
  for (const name of await readdir(from)) if (isWanted(name)) await put(join(from, name), join(to, name));
}
