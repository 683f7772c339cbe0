import { chmod, copyFile, mkdir, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFunctions } from './replace-functions.ts';

/**
 * The extensions that realms may create in their databases: those that PostgreSQL trusts, without other languages. PL/Perl and
 * PL/Tcl do not check for interrupts, so code in them cannot be ended, and Tcl aborts when memory is short, which ends
 * everybody's sessions.
 */
const extensions =
  `btree_gin btree_gist citext cube dict_int fuzzystrmatch hstore intarray isn lo ltree pg_trgm pgcrypto plpgsql
  seg tablefunc tcn tsm_system_rows tsm_system_time unaccent uuid-ossp`.split(/\s+/);

/** Libraries whose names differ from the extension's. */
const libraryOf = new Map([['intarray', '_int']]);

/** What the server loads by itself. */
const ownLibraries = ['dict_snowball', 'pgoutput'];
const conversions = /^(utf8|euc|latin|cyrillic)/;

/**
 * All functions by which PostgreSQL passes user input to libxml2, with their new results: NULL, or an error's number.
 * The bundled version is of 2016: its XPath overflows the stack, which ends everybody's sessions, and computes for hours without
 * checking for interrupts.
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
 * The programs of the guests' cluster: links to the built-in PostgreSQL, without the parts by which one realm's statement could end or
 * delay all others. Privileges are not enough: XMLTABLE calls no function that could be revoked, and missing files
 * also affect older databases. No server may be running from an earlier folder.
 * @param built the folder of the built-in one, with bin/ and lib/ @param folder where `programs` is made
 * @returns the folder with bin/postgres and bin/initdb
 * @throws Error on a machine whose libxml2 cannot be patched
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

/** Links the selected files of a folder into a new one that everybody may read. */
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
