/** The first that must let programs of the release before work on (docs/decisions/079). */
export const firstExpanding = '0077';

const marker = /^-- contract: needs \d{4}-[a-z0-9-]+\.sql$/m;

/** What programs of before may use, or do without. */
const contractions: [RegExp, string][] = [
  [/^drop (table|view|materialized view|type|function|sequence|schema)\b/, 'drops what they may use'],
  [/^alter table .*\bdrop column\b/, 'drops a column that they may use'],
  [/\brename\b/, 'renames what they know by another name'],
  [/^alter table .*\balter (column )?\w+ (set data )?type\b/, 'changes the type of a column'],
  [/^alter table .*\bset not null\b/, 'refuses null, which they may write'],
  [/^alter table .*\bdrop default\b/, 'drops a default that they may rely on'],
  [/^alter table .*\badd (constraint|check|unique|foreign key|exclude)\b/, 'refuses what they may write'],
  [/^create unique index\b/, 'refuses what they may write'],
];

/** @param text of a migration @returns why programs of the release before cannot work on after it; nothing where they can, or where it says so */
export function contractionsOf(text: string): string[] {
  if (marker.test(text)) return [];
  const plain = text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();
  const statements = plain.split(';').map((statement) => statement.trim());
  const made = statements.flatMap((statement) => /^create table (?:if not exists )?(\w+)/.exec(statement)?.[1] ?? []);
  // What has just been made nobody uses.
  const isOfNew = (statement: string) =>
    made.some((table) =>
      new RegExp(`^(alter table (if exists |only )*|create unique index .* on )${table}\\b`).test(statement),
    );
  const ofOld = statements.filter((statement) => !isOfNew(statement)).map(withoutReplaced);
  const found = contractions.filter(([form]) => ofOld.some((statement) => form.test(statement))).map(([, why]) => why);
  return ofOld.some(demandsColumn) ? [...found, 'adds a column that they do not fill: give it a default'] : found;
}

/** A constraint that takes the place of one of its name is taken for a wider one, which a reader has to see to. */
function withoutReplaced(statement: string): string {
  const dropped = [...statement.matchAll(/\bdrop constraint (?:if exists )?(\w+)/g)].map(([, name = '']) => name);
  return dropped.reduce((rest, name) => rest.replace(new RegExp(`\\badd constraint ${name}\\b`), ''), statement);
}

function demandsColumn(statement: string): boolean {
  const added = statement.split(/\badd column\b/).slice(1);
  return added.some(
    (column) => /\bnot null\b|\bprimary key\b/.test(column) && !/\bdefault\b|\bgenerated\b/.test(column),
  );
}
