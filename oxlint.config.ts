import type { OxlintConfig } from 'oxlint';

export default {
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'node', 'react', 'jsx-a11y', 'vitest'],
  jsPlugins: ['./lint/house-rules.ts', './lint/messages-rule.ts'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  rules: {
    'eslint/max-lines': ['error', { max: 400 }],
    'house/imports': 'error',
    'messages/in-messages': 'error',
    'import/no-cycle': 'error',
    'node/no-process-env': 'error',
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-non-null-assertion': 'error',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'vitest/expect-expect': [
      'error',
      { assertFunctionNames: ['expect', 'until*', 'becomes', 'page.**.waitFor', 'page.waitForURL'] },
    ],
    // Steps that follow one another are awaited in a loop on purpose.
    'eslint/no-await-in-loop': 'off',
    'eslint/no-shadow': 'off',
    // The game's library marks so what its plugins are to use.
    'eslint/no-underscore-dangle': 'off',
    'import/no-unassigned-import': 'off',
    // Control characters are what is refused.
    'eslint/no-control-regex': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'react/react-in-jsx-scope': 'off',
    // A function that returns it is awaited by its caller.
    'vitest/require-awaited-expect-poll': 'off',
    // What is parsed or generated is named as what it is.
    'typescript/no-unsafe-type-assertion': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
  },
  overrides: [
    { files: ['**/config.ts'], rules: { 'node/no-process-env': 'off' } },
    { files: ['packages/*/src/index.ts'], rules: { 'oxc/no-barrel-file': 'off' } },
    { files: ['**/*.tsx'], rules: { 'unicorn/filename-case': ['error', { case: 'pascalCase' }] } },
    { files: ['apps/web/src/{main,prerender}.tsx'], rules: { 'unicorn/filename-case': 'off' } },
  ],
  ignorePatterns: ['**/dist', '**/*.gen.ts'],
} satisfies OxlintConfig;
