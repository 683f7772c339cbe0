import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * Headers for pages: scripts, styles and pictures come only from here, and text never becomes a script.
 * @param inlineScripts those in the pages themselves, as the policy names them: `sha256-…`
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
    // Browsers only heed it over https; an operator without https is not locked out.
    strictTransportSecurity: publicUrl.startsWith('https:'),
    // Browsers only accept these from secure origins, and complain about them elsewhere.
    crossOriginOpenerPolicy: publicUrl.startsWith('https:'),
    originAgentCluster: publicUrl.startsWith('https:'),
  });
}
