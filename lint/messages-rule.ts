/** What people read stands in the messages, and numbers are written by Intl: the lint rule that looks for both in the page's code. */

interface RuleContext {
  filename: string;
  report(problem: { node: unknown; message: string }): void;
}

interface TextNode {
  value: string;
  parent: { openingElement?: { name: { name: unknown } } };
}

interface AttributeNode {
  name: { name: unknown };
  value: { type: string; value?: unknown } | null;
}

/** What a reader, or a screen reader, gets to hear. */
const spoken = new Set([
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'aria-roledescription',
  'title',
  'placeholder',
  'alt',
  'label',
]);

/** The product's own name is the same everywhere; so are keys of the keyboard. */
const hasWords = (text: unknown): boolean =>
  typeof text === 'string' && /\p{L}{2}/u.test(text.replaceAll('Realmkeep', ''));

const inMessages = {
  create(context: RuleContext) {
    if (!/\/apps\/web\/src\/.*\.tsx?$/.test(context.filename) || /\.test\.tsx?$/.test(context.filename)) return {};
    return {
      JSXText(node: TextNode) {
        // A command is the same in every language.
        if (node.parent.openingElement?.name.name === 'code') return;
        if (hasWords(node.value)) context.report({ node, message: 'What people read stands in the messages.' });
      },
      JSXAttribute(node: AttributeNode) {
        if (!spoken.has(String(node.name.name)) || node.value?.type !== 'Literal') return;
        if (hasWords(node.value.value)) context.report({ node, message: 'What people hear stands in the messages.' });
      },
      MemberExpression(node: { property: { type: string; name?: string } }) {
        if (node.property.type === 'Identifier' && node.property.name === 'toFixed') {
          context.report({ node, message: 'Numbers are written by useI18n().format, as the language writes them.' });
        }
      },
    };
  },
};

/** The plugin that oxlint loads. */
export default { meta: { name: 'messages' }, rules: { 'in-messages': inMessages } };
