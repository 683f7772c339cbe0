import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, notFoundPage, pages } from '@realmkeep/contract';
import { z } from 'zod';
import { type Encoded, encode } from './encoded-text.ts';

const Prerendered = z.record(z.string(), z.record(z.string(), z.string()));

/** The prerendered pages, with this installation's values filled in; each is encoded once. */
export class BuiltPages {
  readonly #html: z.infer<typeof Prerendered>;
  readonly #origin: string;
  readonly #encoded = new Map<string, Promise<Encoded>>();

  private constructor(html: z.infer<typeof Prerendered>, publicUrl: string) {
    this.#html = html;
    this.#origin = escapeHtml(publicUrl);
  }

  /** @throws Error when the build lacks a page */
  static async read(webDir: string, publicUrl: string): Promise<BuiltPages> {
    const html = Prerendered.parse(JSON.parse(await readFile(join(webDir, 'pages.json'), 'utf8')));
    for (const [language, built] of Object.entries(html)) {
      const missing = [...pages, notFoundPage].filter((path) => built[path] === undefined);
      if (missing.length > 0) throw new Error(`The build has no page in ${language} for ${missing.join(', ')}`);
    }
    return new BuiltPages(html, publicUrl);
  }

  /**
   * @param path one of the pages, or `notFoundPage`
   * @param linked whether the address names the language
   */
  find(path: string, language: Language, linked: boolean): Promise<Encoded> {
    const html = this.#html[language]?.[path];
    if (html === undefined) throw new Error(`No page ${path} in ${language}`);
    const key = `${path} ${language} ${linked}`;
    const known = this.#encoded.get(key) ?? encode(this.#fill(html, linked ? `?lang=${language}` : ''));
    this.#encoded.set(key, known);
    return known;
  }

  /** The inline scripts of the pages, as a content security policy names them: `sha256-…`. */
  inlineScripts(): string[] {
    const built = Object.values(this.#html).flatMap((ofLanguage) => Object.values(ofLanguage));
    const scripts = built.flatMap((html) =>
      [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script),
    );
    return [...new Set(scripts)].map((script) => `sha256-${createHash('sha256').update(script).digest('base64')}`);
  }

  #fill(html: string, query: string): string {
    // A function, because dollar signs in a replacement string have a meaning.
    return html.replaceAll('%ORIGIN%', () => this.#origin).replaceAll('%QUERY%', query);
  }
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
