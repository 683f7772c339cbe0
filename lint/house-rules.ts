/** The dependency rules of the house as one table, and the lint rule that holds every import against it. */
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { climbing, webLayers } from './layers.ts';

export interface HouseRule {
  name: string;
  /** Files, by their path from the root, that it holds for. */
  files: RegExp;
  /** What they must not import: a path from the root, or a package as it is written. */
  never: RegExp;
  /** Of those, what they may after all. */
  but?: RegExp;
  /** Whether types, which are gone at run time, may be imported all the same. */
  types?: 'allowed';
  message: string;
}

const apps = 'api|fake-providers|gateway|guests|realm-server|supervisor|web';
const zodFree =
  'activity-rules|addon-rules|backup-rules|browser-name|client|console-rules|currencies|envelope|error-codes|file-rules|gateway|in-game-rules|kernel-rules|land-rules|languages|maps|pages|player-rules|products|realm-history|realm-phases|realm-setting-rules|routes|rules|schedule-rules|start-problems|texts|scopes|tiers';

export const houseRules: HouseRule[] = [
  {
    name: 'apps-apart',
    files: /^(apps|packages)\/(?!(api|realm-server)\/test\/)/,
    never: new RegExp(`^apps/|^@realmkeep/(${apps})(/|$)`),
    message: 'An app never imports an app, and no package does.',
  },
  {
    name: 'api-tests-play-providers',
    files: /^apps\/api\/test\//,
    never: new RegExp(`^apps/|^@realmkeep/(${apps})(/|$)`),
    but: /^apps\/(api|fake-providers)\//,
    message: "The api's tests run the stand-ins of its providers, and no other app.",
  },
  {
    name: 'realm-tests-play-the-game',
    files: /^apps\/realm-server\/test\//,
    never: new RegExp(`^apps/|^@realmkeep/(${apps})(/|$)`),
    but: /^apps\/(realm-server|fake-providers\/src\/kernels)\//,
    message: "A realm's tests run the stand-in of the game's own server, and nothing else of another app.",
  },
  {
    name: 'packages-by-name',
    files: /^/,
    never: /^packages\//,
    but: /^packages\/settings\//,
    message: 'A package is imported by its name.',
  },
  {
    name: 'settings-by-name',
    files: /^(?!apps\/supervisor\/)/,
    never: /^packages\/settings\//,
    message:
      'Only the supervisor, whose --help works before packages are installed, imports the settings by their path.',
  },
  {
    name: 'testkit-for-tests',
    files: /^(apps|packages)\/[^/]+\/(src|scripts)\/(?!.*\.test\.tsx?$)/,
    never: /^@realmkeep\/testkit(\/|$)/,
    message: 'Only tests import the test kit.',
  },
  {
    name: 'contract-zod-alone',
    files: /^packages\/contract\/src\/(?!.*\.test\.ts$)/,
    never: /^/,
    but: /^packages\/contract\/|^zod$|^@realmkeep\/realm-protocol(\/rules)?$/,
    message: 'The contract depends on zod and the protocol of a realm alone.',
  },
  {
    name: 'depend-on-nothing',
    files: /^packages\/(protocol|settings|sockets|safe-fs|postgres)\/src\/(?!.*\.test\.ts$)/,
    never: /^/,
    but: /^packages\/(protocol|settings|sockets|safe-fs|postgres)\/|^node:/,
    message:
      'The protocol, the settings, the sockets, the safe file system and the embedded database depend on nothing.',
  },
  {
    name: 'realm-protocol-zod-alone',
    files: /^packages\/realm-protocol\/src\/(?!.*\.test\.ts$)/,
    never: /^/,
    but: /^packages\/realm-protocol\/|^zod\/mini$/,
    message: 'The protocol of a realm depends on zod alone, and on the small one: each realm has it in memory.',
  },
  {
    name: 'runtime-knows-nobody',
    files: /^packages\/runtime\//,
    never: /^@realmkeep\//,
    but: /^@realmkeep\/(sockets|realm-protocol|safe-fs|testkit\/regions)$/,
    message: 'The runtime knows nothing of the product.',
  },
  {
    name: 'gateway-needs',
    files: /^apps\/gateway\//,
    never: /^@realmkeep\//,
    but: /^@realmkeep\/(protocol|settings|sockets|contract\/(gateway|languages)|testkit\/wire)$/,
    message: 'The gateway uses the protocol, the settings and sockets, and of the contract its routes.',
  },
  {
    name: 'guests-need',
    files: /^apps\/guests\/src\//,
    never: /^@realmkeep\//,
    but: /^@realmkeep\/(settings|sockets)$/,
    message: "Who keeps the doors to realms' databases knows nothing of the product.",
  },
  {
    name: 'fake-providers-need',
    files: /^apps\/fake-providers\//,
    never: /^@realmkeep\//,
    but: /^@realmkeep\/(settings|sockets|contract\/(languages|currencies))$/,
    message: 'Stand-ins of providers know nothing of the product but its settings, languages and currencies.',
  },
  {
    name: 'realm-server-needs',
    files: /^apps\/realm-server\//,
    never: /^@realmkeep\//,
    but: /^@realmkeep\/(protocol|realm-protocol|archives|safe-fs|sockets|runtime\/(files|worlds|file-agent|file-agent-call|file-agent-land|file-agent-worlds))$/,
    message: "A realm uses the game's protocol, its own, and the file agent.",
  },
  {
    name: 'supervisor-needs',
    files: /^apps\/supervisor\//,
    never: /^@realmkeep\//,
    but: /^@realmkeep\/(postgres|sockets|runtime\/local|testkit\/[a-z]+)$/,
    message: 'The supervisor uses the embedded database, held sockets, and what the local driver says of the machine.',
  },
  {
    name: 'api-needs',
    files: /^apps\/api\/src\//,
    never: /^@realmkeep\//,
    but: /^@realmkeep\/(contract|archives|protocol|realm-protocol|safe-fs|settings|sockets|runtime(\/(local|fake|java))?)$/,
    message:
      'The api uses the contract, the archives, the runtime, the protocol of a realm, the safe file system, the settings, the sockets and the PROXY headers of the protocol.',
  },
  {
    name: 'one-database-client',
    files: /^apps\/api\/(src\/(?!db\/(client|pool)\.ts$)|scripts\/)/,
    never: /^pg$/,
    types: 'allowed',
    message: 'Connect by db/client.ts, which never shows the password.',
  },
  {
    name: 'own-queries',
    files: /^apps\/api\/src\/(?!jobs\.ts$)/,
    never: /-queries\.ts$/,
    types: 'allowed',
    message: "Call the other group's operations, never its queries: those are its own, and the jobs'.",
  },
  {
    name: 'routes-first',
    files: /^apps\/api\/src\/(?!(internal-)?server\.ts$)/,
    never: /-routes\.ts$/,
    but: /\/register-routes\.ts$/,
    message: 'Routes come before operations: only the servers import them.',
  },
  {
    name: 'queries-take-db',
    files: /^apps\/api\/src\/.*-queries\.ts$/,
    never: /^apps\/api\/src\/(http\/|(app|context|server)\.ts$)/,
    message: 'A query takes db or tx, and knows no more.',
  },
  {
    name: 'policies-pure',
    files: /^apps\/api\/src\/domains\/.*-policy\.ts$/,
    never: /^/,
    but: /^@realmkeep\/contract$|-policy\.ts$/,
    types: 'allowed',
    message: 'A policy is pure.',
  },
  {
    name: 'web-needs',
    files: /^apps\/web\/src\//,
    never: /^@realmkeep\//,
    but: /^@realmkeep\/contract(\/|$)/,
    message: 'The page uses the contract.',
  },
  {
    name: 'web-without-zod',
    files: /^apps\/web\/src\/(?!.*\.test\.tsx?$)/,
    never: /^zod(\/|$)|^@realmkeep\/contract(\/|$)/,
    but: new RegExp(`^@realmkeep/contract/(${zodFree})$`),
    types: 'allowed',
    message: 'Schemas stay out of the browser: import the type, or a module without zod.',
  },
  {
    name: 'pages-apart',
    files: /^apps\/web\/src\/pages\//,
    never: /^apps\/web\/src\/pages\//,
    message: 'A page does not import another page.',
  },
  ...webLayers.map((layer, index) => ({
    name: `web-${layer}`,
    files: new RegExp(`^apps/web/src/${layer}/`),
    never: new RegExp(`^apps/web/src/(?:[^/]+\\.tsx?$|(?:${webLayers.slice(0, index).join('|') || 'App'})/)`),
    message: `In web, ${layer}/ imports only what stands below it: ${webLayers.slice(index + 1).join(', ') || 'nothing'}.`,
  })),
  {
    name: 'ui-alone',
    files: /^apps\/web\/src\/ui\//,
    never: /^@realmkeep\//,
    message: 'The ui knows nothing of the product.',
  },
];

/** Files of one group belong together, where a rule is about groups: a domain with its folders, a page's parts. */
const withinGroup = new Set(['own-queries', 'pages-apart']);

function groupOf(path: string): string {
  return /^apps\/api\/src\/domains\/[^/]+/.exec(path)?.[0] ?? dirname(path);
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * The rule that this import breaks, or null.
 * @param file the importing file's absolute path
 * @param specifier what is written after `from`
 */
export function brokenRule(file: string, specifier: string, typesOnly: boolean): HouseRule | null {
  const from = relative(root, file);
  const local = specifier.startsWith('.');
  const to = local ? relative(root, resolve(dirname(file), specifier)) : specifier;
  return (
    houseRules.find(
      (rule) =>
        rule.files.test(from) &&
        rule.never.test(to) &&
        !rule.but?.test(to) &&
        !(typesOnly && rule.types) &&
        !(local && withinGroup.has(rule.name) && groupOf(from) === groupOf(to)) &&
        !isOwnPackage(rule, from, to),
    ) ?? null
  );
}

/** Relative imports inside one app or package are nobody else's business but the rules' about its inside. */
function isOwnPackage(rule: HouseRule, from: string, to: string): boolean {
  const own = /^(apps|packages)\/[^/]+\//.exec(from)?.[0];
  return (
    ['apps-apart', 'packages-by-name', 'settings-by-name'].includes(rule.name) &&
    own !== undefined &&
    to.startsWith(own)
  );
}

interface ImportNode {
  source: { value: unknown } | null;
  importKind?: string;
  exportKind?: string;
  specifiers?: { importKind?: string; exportKind?: string }[];
}

interface RuleContext {
  filename: string;
  report(problem: { node: unknown; message: string }): void;
}

function isTypesOnly({ importKind, exportKind, specifiers = [] }: ImportNode): boolean {
  if (importKind === 'type' || exportKind === 'type') return true;
  const kinds = specifiers.map((specifier) => specifier.importKind ?? specifier.exportKind);
  return kinds.length > 0 && kinds.every((kind) => kind === 'type');
}

const imports = {
  create(context: RuleContext) {
    const check = (node: ImportNode) => {
      if (typeof node.source?.value !== 'string') return;
      const typesOnly = isTypesOnly(node);
      const rule = brokenRule(context.filename, node.source.value, typesOnly);
      if (rule) context.report({ node, message: `${rule.message} (${rule.name})` });
      const climb = typesOnly ? null : climbing(context.filename, node.source.value);
      if (climb) context.report({ node, message: `${climb} (groups-in-order)` });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

/** The plugin that oxlint loads. */
export default { meta: { name: 'house' }, rules: { imports } };
