import neostandard from 'neostandard'

const OPENS = /(?:^[([{]|\$\{)$/
const CLOSES = /^[)\]}]/

/**
 * A line begins at most one step deeper than the one before, and deeper than the line of the bracket that it
 * is in; a closing bracket as that line. One pass over the tokens: `@stylistic/indent` takes a fifth of the
 * time of all rules.
 */
function checkIndents (context) {
  const { ast: { tokens }, lines } = context.sourceCode
  return {
    Program () {
      const open = []
      let [line, before, last] = [0, 0, 0]
      for (const { loc: { start, end }, type, value } of tokens) {
        const isBracket = type === 'Punctuator' || type === 'Template'
        const opener = isBracket && CLOSES.test(value) ? open.pop() : undefined
        if (start.line !== last && start.line !== line) {
          line = start.line
          const least = opener ?? (open.length > 0 ? open.at(-1) + 2 : 0)
          const most = opener ?? before + 2
          const column = lines[line - 1].search(/\S/)
          if (column % 2 !== 0 || column < least || column > most) {
            const expected = least >= most ? least : `${least} to ${most}`
            context.report({ loc: start, message: `Expected ${expected} spaces but found ${column}.` })
          }
          before = column
        }
        if (isBracket && OPENS.test(value)) open.push(before)
        last = end.line
      }
    }
  }
}

/** What the compiler refuses by itself: by `noUnusedLocals` and its kind, or as no TypeScript. */
const COMPILED = [
  '@typescript-eslint/no-unused-vars', '@typescript-eslint/no-redeclare',
  '@typescript-eslint/no-use-before-define', '@typescript-eslint/no-dupe-class-members', 'no-class-assign',
  'no-delete-var', 'no-fallthrough', 'no-global-assign', 'no-octal', 'no-octal-escape', 'no-with'
]

export default [
  ...neostandard({ ts: true, noJsx: true, ignores: ['**/dist', '.tap', 'site/.vitepress/cache', 'site/.vitepress/dist', 'test/fixtures', 'test/types/generated', 'test/types/messages.ts'] }),
  {
    files: ['lib/**', 'types/**', 'examples/blog/**'],
    ignores: ['examples/blog/assets/**'],
    rules: { '@stylistic/max-len': ['error', { code: 110, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignorePattern: '\\\\p\\{' }] }
  },
  {
    plugins: { local: { rules: { indents: { create: checkIndents } } } },
    rules: { 'no-nested-ternary': 'error', 'local/indents': 'error', '@stylistic/indent': 'off' }
  },
  { files: ['**/*.ts'], rules: Object.fromEntries(COMPILED.map((rule) => [rule, 'off'])) },
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
    rules: { 'local/indents': 'off', '@stylistic/object-property-newline': 'off' }
  },
  {
    // What stands there for its type alone.
    files: ['types/**', 'test/types/**'],
    rules: { '@typescript-eslint/no-unused-expressions': 'off' }
  }
]
