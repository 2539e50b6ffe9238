/** The types of all declarations and words, and their costs. */

import t from 'tap'
import { compile, compilers, writeSource } from './support/compilers.js'
import { testHovers } from './support/hovers.js'
import { testDeclarations, testRegistry } from './support/typed-declarations.js'
import { chainSource, includeSource } from './types/budget-sources.js'
import { declarationSource } from './types/declaration-source.js'
import { inflectionSource } from './types/inflection-source.js'

const all = declarationSource({ every: 1 })
const declarations = writeSource('declarations', all.text)
const { text, words, compounds } = inflectionSource({ every: 1 })
const inflection = writeSource('inflection', text)
const many = [
  writeSource('500-resources-in-one-chain', chainSource(500)),
  writeSource('1000-resources-through-include', includeSource(1000))
]
const chain = writeSource('300-resources-in-one-chain', chainSource(300))

testDeclarations(t, 'TypeScript 6')
testHovers(t, 'TypeScript 5')
testHovers(t, 'TypeScript 6')
testHovers(t, 'TypeScript 7')
for (const compiler of compilers) testRegistry(t, compiler)

// Each compiles in a process of its own.
t.jobs = 2

for (const compiler of compilers) {
  t.test(
    `${compiler}: helpers, ids, controllers and actions of all declarations are those of the run time and of Rails; as many as in the largest apps compile`,
    { buffered: true },
    async (t) => {
      const { errors, seconds } = await compile(compiler, 'declarations', [declarations, ...many])
      t.equal(errors, '', `${all.declarations} declarations with ${all.names} names, in ${seconds} s`)
      t.ok(all.declarations > 450)
    }
  )

  t.test(
    `${compiler}: singular and plural of all words in types are those of the run time, and cost at most 70,000 types`,
    { buffered: true },
    async (t) => {
      const { errors, types, seconds } = await compile(compiler, 'inflection', [inflection])
      t.equal(errors, '', `${words} words and ${compounds} compounds: ${types} types, in ${seconds} s`)
      t.ok(words > 3000 && compounds === 1000 && types <= 70_000)
    }
  )

  t.test(`${compiler}: 300 resources in one chain cost at most 60,000 types`, { buffered: true }, async (t) => {
    const { errors, types, seconds } = await compile(compiler, '300-resources-in-one-chain', [chain])
    t.equal(errors, '')
    t.ok(types <= 60_000, `${types} types, ${seconds} s`)
  })
}
