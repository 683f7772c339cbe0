/** The project's dependency rules as one table, and the lint rule that checks every import against it. */
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { climbing, webLayers } from './layers.ts';

export interface HouseRule {
  name: string;
  /** The files it applies to, by their path from the root. */
  files: RegExp;
  /** What they must not import: a path from the root, or a package as it is written. */
  never: RegExp;
  /** Exceptions to `never`. */
  but?: RegExp;
  /** Whether types, which are gone at run time, may be imported anyway. */
  types?: 'allowed';
  message: string;
}

const apps = 'api|fake-providers|gateway|guests|host|realm-server|supervisor|web';
const zodFree =
  'activity-rules|addon-rules|backup-rules|browser-name|client|console-rules|currencies|envelope|error-codes|file-rules|gateway|in-game-rules|kernel-rules|land-rules|languages|maps|modpack-rules|pages|player-rules|products|realm-history|realm-phases|realm-setting-rules|routes|rules|schedule-rules|start-problems|texts|scopes|tiers';

export const houseRules: HouseRule[] = [
  {
    name: 'apps-apart',
    files: /^(apps|packages)\/(?!(api|realm-server)\/test\/)/,
    never: new RegExp(`^apps/|^@realmkeep/(${apps})(/|$)`),
    message: 'Neither an app nor a package imports another app. Put what they share into a package.',
  },
  {
    name: 'api-tests-play-providers',
    files: /^apps\/api\/test\//,
    never: new RegExp(`^apps/|^@realmkeep/(${apps})(/|$)`),
    but: /^apps\/(api|fake-providers)\//,
    message: "The api's tests may import apps/fake-providers, and no other app.",
  },
  {
    name: 'realm-tests-play-the-game',
    files: /^apps\/realm-server\/test\//,
    never: new RegExp(`^apps/|^@realmkeep/(${apps})(/|$)`),
    but: /^apps\/(realm-server|fake-providers\/src\/kernels)\//,
    message:
      "A realm's tests may import the stand-in of the game's server, apps/fake-providers/src/kernels, and nothing else of another app.",
  },
  {
    name: 'packages-by-name',
    files: /^/,
    never: /^packages\//,
    but: /^packages\/settings\//,
    message: 'Import a package by its name: @realmkeep/…, not by its path.',
  },
  {
    name: 'settings-by-name',
    files: /^(?!apps\/supervisor\/)/,
    never: /^packages\/settings\//,
    message:
      'Import @realmkeep/settings by its name. Only the supervisor uses its path: its --help works before packages are installed.',
  },
  {
    name: 'testkit-for-tests',
    files: /^(apps|packages)\/[^/]+\/(src|scripts)\/(?!.*\.test\.tsx?$)/,
    never: /^@realmkeep\/testkit(\/|$)/,
    message: 'Only tests import @realmkeep/testkit.',
  },
  {
    name: 'contract-zod-alone',
    files: /^packages\/contract\/src\/(?!.*\.test\.ts$)/,
    never: /^/,
    but: /^packages\/contract\/|^zod$|^@realmkeep\/realm-protocol(\/rules)?$/,
    message: 'The contract may import only zod and @realmkeep/realm-protocol.',
  },
  {
    name: 'depend-on-nothing',
    files: /^packages\/(protocol|settings|sockets|safe-fs|postgres)\/src\/(?!.*\.test\.ts$)/,
    never: /^/,
    but: /^packages\/(protocol|settings|sockets|safe-fs|postgres)\/|^node:/,
    message: 'protocol, settings, sockets, safe-fs and postgres may import nothing but Node.js itself.',
  },
  {
    name: 'realm-protocol-zod-alone',
    files: /^packages\/realm-protocol\/src\/(?!.*\.test\.ts$)/,
    never: /^/,
    but: /^packages\/realm-protocol\/|^zod\/mini$/,
    message: 'realm-protocol may import only zod/mini: every realm has it in memory.',
  },
  {
    name: 'runtime-knows-nobody',
    files: /^packages\/runtime\//,
    never: /^@realmkeep\//,
    but: /^@realmkeep\/(sockets|realm-protocol|safe-fs|testkit\/(certificate|docker-engine|cluster\/[a-z-]+|regions))$/,
    message: 'The runtime knows nothing of the product: it may import only realm-protocol, safe-fs and sockets.',
  },
  {
    name: 'gateway-needs',
    files: /^apps\/gateway\//,
    never: /^@realmkeep\//,
    but: /^@realmkeep\/(protocol|settings|sockets|contract\/(gateway|languages)|testkit\/(wire|free-port))$/,
    message: 'The gateway may import only protocol, settings, sockets and contract/gateway.',
  },
  {
    name: 'guests-need',
    files: /^apps\/guests\/src\//,
    never: /^@realmkeep\//,
    but: /^@realmkeep\/(settings|sockets)$/,
    message: 'guests knows nothing of the product: it may import only settings and sockets.',
  },
  {
    name: 'host-needs',
    files: /^apps\/host\/src\//,
    never: /^@realmkeep\//,
    but: /^@realmkeep\/(protocol|settings|sockets|runtime(\/(pod|installed|java|host))?)$/,
    message: 'A host knows nothing of the product: it may import only protocol, settings, sockets and the runtime.',
  },
  {
    name: 'fake-providers-need',
    files: /^apps\/fake-providers\//,
    never: /^@realmkeep\//,
    but: /^@realmkeep\/(settings|sockets|contract\/(languages|currencies))$/,
    message: 'fake-providers may import only settings, sockets, contract/languages and contract/currencies.',
  },
  {
    name: 'realm-server-needs',
    files: /^apps\/realm-server\//,
    never: /^@realmkeep\//,
    but: /^@realmkeep\/(protocol|realm-protocol|archives|safe-fs|sockets|testkit\/game-bot|runtime\/(files|worlds|file-agent|file-agent-call|file-agent-land|file-agent-picture|file-agent-worlds))$/,
    message:
      "realm-server may import only protocol, realm-protocol, archives, safe-fs, sockets and the runtime's file agent.",
  },
  {
    name: 'supervisor-needs',
    files: /^apps\/supervisor\//,
    never: /^@realmkeep\//,
    but: /^@realmkeep\/(postgres|sockets|runtime\/local|testkit\/[a-z-]+)$/,
    message: 'The supervisor may import only postgres, sockets and runtime/local.',
  },
  {
    name: 'api-needs',
    files: /^apps\/api\/src\//,
    never: /^@realmkeep\//,
    but: /^@realmkeep\/(contract|archives|protocol|realm-protocol|safe-fs|settings|sockets|runtime(\/(installed|docker|fake|java|kubernetes|remote))?)$/,
    message:
      'The api may import only contract, archives, protocol, realm-protocol, runtime, safe-fs, settings and sockets.',
  },
  {
    name: 'one-database-client',
    files: /^apps\/api\/(src\/(?!db\/(client|pool)\.ts$)|scripts\/)/,
    never: /^pg$/,
    types: 'allowed',
    message: 'Connect through db/client.ts, which keeps the password out of logs and errors.',
  },
  {
    name: 'own-queries',
    files: /^apps\/api\/src\/(?!jobs\.ts$)/,
    never: /-queries\.ts$/,
    types: 'allowed',
    message: "Call the other group's operations, not its queries: only the group itself and jobs.ts import those.",
  },
  {
    name: 'routes-first',
    files: /^apps\/api\/src\/(?!(internal-)?server\.ts$)/,
    never: /-routes\.ts$/,
    but: /\/register-routes\.ts$/,
    message: 'Only server.ts and internal-server.ts import the lists of routes.',
  },
  {
    name: 'queries-take-db',
    files: /^apps\/api\/src\/.*-queries\.ts$/,
    never: /^apps\/api\/src\/(http\/|(app|context|server)\.ts$)/,
    message: 'A query takes db or tx, and imports nothing of http, app, context or server.',
  },
  {
    name: 'policies-pure',
    files: /^apps\/api\/src\/domains\/.*-policy\.ts$/,
    never: /^/,
    but: /^@realmkeep\/contract$|-policy\.ts$/,
    types: 'allowed',
    message: 'A policy is a pure function: it may import only types, @realmkeep/contract and other policies.',
  },
  {
    name: 'web-needs',
    files: /^apps\/web\/src\//,
    never: /^@realmkeep\//,
    but: /^@realmkeep\/contract(\/|$)/,
    message: 'Of our packages, the web app may import only @realmkeep/contract.',
  },
  {
    name: 'web-without-zod',
    files: /^apps\/web\/src\/(?!.*\.test\.tsx?$)/,
    never: /^zod(\/|$)|^@realmkeep\/contract(\/|$)/,
    but: new RegExp(`^@realmkeep/contract/(${zodFree})$`),
    types: 'allowed',
    message:
      'Schemas stay out of the browser: import the type only, or a module of the contract without zod, which `zodFree` in lint/house-rules.ts lists.',
  },
  {
    name: 'pages-apart',
    files: /^apps\/web\/src\/pages\//,
    never: /^apps\/web\/src\/pages\//,
    message: 'A page does not import another page. Put what they share into features/ or shared/.',
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
    message: 'ui/ knows nothing of the product: it imports none of our packages.',
  },
];

/** Rules about groups, such as a domain with its folders or the parts of a page: imports within one group are allowed. */
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

/** These rules are about imports between apps and packages: relative imports inside one are allowed. */
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
