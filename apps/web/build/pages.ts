import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, languages } from '@realmkeep/contract/languages';
import { mayBeIndexed, notFoundPage, pages as allPages } from '@realmkeep/contract/pages';
import type { Plugin, ResolvedConfig } from 'vite';
import { type Budget, checkBudget } from './budget.ts';
import { ChunkGraph } from './chunk-graph.ts';
import { descriptionTag, escapeHtml, heads, headTags, isDescribed } from './head-tags.ts';
import { renderPages, type RenderedPage } from './rendering.ts';

/** The subsets of fonts that stand above the fold. */
const fonts: Record<Language, string[]> = {
  en: ['onest-english', 'unbounded-english'],
  ru: ['onest-english', 'onest-russian', 'unbounded-english', 'unbounded-russian'],
  pl: ['onest-english', 'onest-polish', 'unbounded-english', 'unbounded-polish'],
};

/**
 * Writes `dist/pages.json`, every page in every language, for the api to serve: those that are the same for everybody
 * rendered, of the others the outline; each with what its code consists of, so that nothing of it waits for anything else.
 * Fails the build when a page grows over the budget.
 */
export function pages(budget: Budget): Plugin {
  let config: ResolvedConfig;
  let graph: ChunkGraph;
  return {
    name: 'realmkeep:pages',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    generateBundle: {
      // Vite writes into the entry what it is to preload: that counts as well.
      order: 'post',
      handler: (_, bundle) => {
        graph = new ChunkGraph(bundle);
      },
    },
    closeBundle: {
      sequential: true,
      // After the files have been compressed.
      order: 'post',
      handler: async () => {
        const [early = '', logo = ''] = await Promise.all(
          ['early.js', 'favicon.svg'].map((name) => readFile(join(config.root, 'public', name), 'utf8')),
        );
        const template = (await readFile(join(config.root, 'dist/index.html'), 'utf8'))
          .replaceAll(builtTags, '')
          // In the page itself: the first paint waits for them.
          .replace('<script src="/early.js"></script>', () => `<script>${early}</script>`)
          .replace(/<img alt="" src="\/favicon\.svg"(.*) \/>/, (_, looks: string) =>
            logo.replace('<svg', `<svg${looks}`),
          );
        const jobs = languages.flatMap((language) => [...allPages, notFoundPage].map((path) => ({ path, language })));
        const texts: Record<Language, Record<string, string>> = { en: {}, ru: {}, pl: {} };
        const scripts: Record<string, string[]> = {};
        for (const page of await renderPages(config, jobs)) {
          const { path, language } = page;
          texts[language][path] = pageHtml(template, graph, page);
          // Of the languages the one with the longest texts.
          if (language === 'ru') scripts[path] = graph.scripts(page.imports);
        }
        await writeFile(join(config.root, 'dist/pages.json'), JSON.stringify(texts));
        await checkBudget(budget, { folder: join(config.root, 'dist'), graph, pages: scripts });
      },
    },
  };
}

/** What Vite has put into the template, the same for every page. */
const builtTags = /^ *<(?:script type="module"|link rel="(?:modulepreload|stylesheet)").*\n/gm;

function pageHtml(template: string, graph: ChunkGraph, page: RenderedPage): string {
  const { path, language, routeId, title, html, imports } = page;
  const picture = existsSync(new URL(`../public/og/home-${language}.png`, import.meta.url));
  const scripts = graph.scripts(imports);
  const head = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="robots" content="${mayBeIndexed(path) ? 'index, follow' : 'noindex, nofollow'}" />`,
    ...(isDescribed(path) ? headTags(path, language, title, picture) : [descriptionTag('/', language)]),
    ...graph.styles(scripts).map((name) => `<link rel="stylesheet" crossorigin href="/${name}" />`),
    ...fonts[language].map(
      (subset) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${graph.font(subset)}" />`,
    ),
  ];
  // They come behind what the first paint needs. What every page begins with is run file by file: the browser answers in between.
  const code = scripts.map((name) => {
    const attributes = `fetchpriority="low" crossorigin`;
    return graph.isInitial(name)
      ? `<script type="module" ${attributes} src="/${name}"></script>`
      : `<link rel="modulepreload" ${attributes} href="/${name}" />`;
  });
  // A page that is read before its code has come is painted before that is fetched: public/early.js takes it out of the template.
  if (html === null) head.push(...code);
  const { noscript, loading, lost, again } = heads[language];
  const said = { loading, lost, again };
  return template
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace(/<!-- head -->.*<!-- \/head -->/s, () => head.join('\n    '))
    .replace(/<!-- body -->(.*)<!-- \/body -->/s, (_, outline: string) =>
      html === null
        ? `<noscript>${noscript}</noscript>\n    ${outline.trim()}`
        : `<div id="root" data-prerendered="${routeId}">${html}</div>\n    <template id="code">${code.join('')}</template>`,
    )
    .replace(/<!-- (loading|lost|again) -->.*?<!-- \/\1 -->/gs, (_, name: keyof typeof said) => said[name]);
}
