import { z } from 'zod';

/** What Modrinth answers, as far as it is used. Source: https://docs.modrinth.com/api/ */

const id = z.string().regex(/^[A-Za-z0-9]{1,32}$/);
const sha512 = z.string().regex(/^[0-9a-f]{128}$/);

/** A publisher's text: on one line, without invisible characters, and truncated if too long. */
function shown(length: number) {
  return z.string().transform((text) => {
    const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029\s]+/gu, ' ').trim();
    return plain.slice(0, length).toWellFormed();
  });
}

const VersionFile = z.object({
  hashes: z.object({ sha512 }),
  url: z.url().max(2048),
  filename: z.string().max(255),
  primary: z.boolean(),
  size: z.int().positive(),
});
export type VersionFile = z.infer<typeof VersionFile>;

export const Version = z.object({
  id,
  project_id: id,
  version_number: shown(64),
  version_type: z.string().max(32),
  date_published: z.iso.datetime({ offset: true }),
  loaders: z.array(z.string().max(64)).max(100),
  game_versions: z.array(z.string().max(64)).max(2000),
  dependencies: z
    .array(
      z.object({
        version_id: id.nullish(),
        project_id: id.nullish(),
        dependency_type: z.string().max(32),
      }),
    )
    // A modpack lists all that is in it.
    .max(2000),
  files: z.array(VersionFile).max(100),
});
export type Version = z.infer<typeof Version>;

/** The valid items of a list: an invalid one does not affect the others. */
function sound<T>(one: z.ZodType<T>, most: number) {
  return z
    .array(z.unknown())
    .max(most)
    .transform((list) => list.flatMap((item) => one.safeParse(item).data ?? []));
}
export const Versions = sound(Version, 5000);
/** By the hash of one of their files. */
export const VersionsByHash = z
  .record(sha512, z.unknown())
  .transform((all) =>
    Object.fromEntries(Object.entries(all).map(([hash, one]) => [hash, Version.safeParse(one).data])),
  );

const Project = z.object({ id, title: shown(100) });
export type Project = z.infer<typeof Project>;
export const Projects = sound(Project, 100);

export const Found = z.object({
  hits: z
    .array(
      z.object({
        project_id: id,
        title: shown(100),
        description: shown(300),
        author: shown(60),
        downloads: z.int().min(0),
        /** With its loaders among them. */
        categories: z.array(z.string().max(64)).max(200).default([]),
      }),
    )
    .max(100),
  total_hits: z.int().min(0),
});
export type Found = z.infer<typeof Found>;
