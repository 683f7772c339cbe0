import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * Headers for what a browser shows: scripts, styles and pictures come from here alone, and text never becomes a script.
 * @param inlineScripts those that stand in the pages themselves, as the policy names them: `sha256-…`
 */
export async function protectPages(
  pages: FastifyInstance,
  publicUrl: string,
  inlineScripts: string[] = [],
): Promise<void> {
  await pages.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts.map((hash) => `'${hash}'`)],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
      },
    },
    // Only a browser that came by https takes notice; an operator without it is not locked out.
    strictTransportSecurity: publicUrl.startsWith('https:'),
    // Browsers take these from secure origins alone, and complain of them elsewhere.
    crossOriginOpenerPolicy: publicUrl.startsWith('https:'),
    originAgentCluster: publicUrl.startsWith('https:'),
  });
}
