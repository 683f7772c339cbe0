/** The lint rule for the page's code that text comes from the messages, and that numbers are formatted by Intl. */

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

/** Attributes that people read, or hear from a screen reader. */
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
        if (hasWords(node.value))
          context.report({
            node,
            message: 'Move this text into the messages (apps/web/src/i18n), in all three languages.',
          });
      },
      JSXAttribute(node: AttributeNode) {
        if (!spoken.has(String(node.name.name)) || node.value?.type !== 'Literal') return;
        if (hasWords(node.value.value))
          context.report({
            node,
            message:
              'Screen readers read this out: move it into the messages (apps/web/src/i18n), in all three languages.',
          });
      },
      MemberExpression(node: { property: { type: string; name?: string } }) {
        if (node.property.type === 'Identifier' && node.property.name === 'toFixed') {
          context.report({ node, message: 'Format numbers with useI18n().format, as the language writes them.' });
        }
      },
    };
  },
};

/** The plugin that oxlint loads. */
export default { meta: { name: 'messages' }, rules: { 'in-messages': inMessages } };
