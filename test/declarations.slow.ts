/** The declarations of the package, by the compiler that builds it, say what those of the older one say. */

import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import ts from 'typescript'
import { ROOT } from './support/pages.js'

const target = t.testdir()

/** Writes the declarations of `lib/` and `types/`. */
function writeDeclarations (compiler: string): string {
  const folder = join(target, compiler)
  execFileSync('env', [
    '-i', process.execPath, `node_modules/${compiler}/bin/tsc`, '-p', 'tsconfig.build.json', '--outDir', folder,
    '--emitDeclarationOnly', '--incremental', 'false', '--tsBuildInfoFile', 'null'
  ], { cwd: ROOT })
  return folder
}

function listDeclarations (folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?:lib|types)\/.*\.d\.ts$/.test(file))
    .sort()
}

const printer = ts.createPrinter({ removeComments: true })

/** The text of declarations without what has no meaning: quotes, the order of a union and of properties. */
function meaningOf (text: string): string {
  const source = ts.createSourceFile('index.d.ts', text, ts.ScriptTarget.Latest, true)
  const print = (node: ts.Node): string => printer.printNode(ts.EmitHint.Unspecified, node, source)
  const sorted = <T extends ts.Node>(nodes: readonly T[]): T[] =>
    [...nodes].sort((one, other) => print(one) < print(other) ? -1 : 1)
  const { transformed: [same] } = ts.transform(source, [(context) => (root) => {
    function visit (node: ts.Node): ts.Node {
      const visited = ts.visitEachChild(node, visit, context)
      if (ts.isStringLiteral(visited)) return ts.factory.createStringLiteral(visited.text)
      if (ts.isUnionTypeNode(visited)) return ts.factory.createUnionTypeNode(sorted(visited.types))
      if (ts.isTypeLiteralNode(visited) && visited.members.every(ts.isPropertySignature)) {
        return ts.factory.createTypeLiteralNode(sorted(visited.members))
      }
      return visited
    }
    return ts.visitNode(root, visit, ts.isSourceFile)
  }])
  return print(same as ts.SourceFile)
}

const readMeaning = (file: string): string => meaningOf(readFileSync(file, 'utf8'))

t.test('only the order of a union and of properties, and quotes, have no meaning', async (t) => {
  const text = 'export type A = { a: "x" | 1, b?: string };'
  t.equal(meaningOf("export type A = { b?: string, a: 1 | 'x' };"), meaningOf(text))
  for (const other of [text.replace('"x"', '"y"'), text.replace('?', ''), text.replace('|', '&'), text.replace('{', '{ readonly')]) {
    t.not(meaningOf(other), meaningOf(text), other)
  }
})

t.test('TypeScript 7 declares what TypeScript 6 declares', async (t) => {
  const [built, older] = [writeDeclarations('typescript7'), writeDeclarations('typescript')]
  const files = listDeclarations(older)
  t.ok(files.length > 200)
  t.strictSame(listDeclarations(built), files)
  for (const file of files) t.equal(readMeaning(join(built, file)), readMeaning(join(older, file)), file)
})
