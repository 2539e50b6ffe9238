import neostandard from 'neostandard'

export default [
  ...neostandard({ ts: true, ignores: ['dist', '.tap', 'site/.vitepress/cache', 'site/.vitepress/dist', 'test/fixtures', 'test/types/generated', 'test/types/messages.ts'] }),
  {
    files: ['lib/**', 'types/**', 'examples/blog/**'],
    ignores: ['examples/blog/assets/**'],
    rules: { '@stylistic/max-len': ['error', { code: 110, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignorePattern: '\\\\p\\{' }] }
  },
  { rules: { 'no-nested-ternary': 'error' } },
  {
    // A title or a message is one text, which no line break explains.
    files: ['test/**'],
    // The apps are as their authors' documentation writes them, since their lines count.
    ignores: ['test/types/**', 'test/bench/compare/apps/**'],
    rules: { '@stylistic/max-len': ['error', { code: 110, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true }] }
  },
  {
    // Chains of conditional types read flat, a case a line; lists of words fill theirs.
    files: ['types/**'],
    rules: { '@stylistic/indent': 'off', '@stylistic/object-property-newline': 'off' }
  },
  {
    // What stands there for its type alone; the compilers tell of what is really unused.
    files: ['types/**', 'test/types/**'],
    rules: { '@typescript-eslint/no-unused-vars': 'off', '@typescript-eslint/no-unused-expressions': 'off' }
  }
]
