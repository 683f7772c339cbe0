const token = /<\/([\w.-]+)\s*>|<([\w.-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const maxDepth = 16;

/**
 * Reads plain XML: elements and text, without document types, comments or CDATA. Returns the texts of leaf elements by their
 * path: `Answer/State/Code`. null for a path with more than one text.
 * @returns null for anything else
 */
export function readXml(xml: string): Map<string, string | null> | null {
  const values = new Map<string, string | null>();
  const open: string[] = [];
  let text: string | null = null;
  let isClosed = false;
  token.lastIndex = /^\uFEFF?(<\?xml [^<>]*\?>)?\s*/.exec(xml)?.[0].length ?? 0;

  while (token.lastIndex < xml.length) {
    const [, closing, opening, , empty, between] = token.exec(xml) ?? [];
    if (between !== undefined) {
      if (open.length === 0 && between.trim() !== '') return null;
      if (text !== null) text += between;
      else if (between.trim() !== '') return null;
      continue;
    }
    if (opening !== undefined) {
      if (isClosed || (text !== null && text.trim() !== '') || open.push(opening) > maxDepth) return null;
      text = '';
      if (empty !== '/') continue;
    } else if (closing === undefined || open.at(-1) !== closing) {
      return null;
    }
    if (text !== null) {
      const path = open.join('/');
      const value = plain(text);
      if (value === null) return null;
      values.set(path, values.has(path) ? null : value);
    }
    text = null;
    open.pop();
    isClosed = open.length === 0;
  }
  return isClosed ? values : null;
}

/** Text without its entities; null where one is unknown. */
function plain(text: string): string | null {
  let isKnown = true;
  const left = text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+))?;?/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
    const known = name ? entities[name] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    isKnown &&= known !== undefined && whole.endsWith(';');
    return known ?? '';
  });
  return isKnown ? left : null;
}
