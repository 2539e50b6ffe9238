/** What types say of the client, by each compiler, and what they cost. */

import t from 'tap'
import { testClient } from './support/typed-client.js'
import { compile, writeSource } from './support/compilers.js'
import { clientSource } from './types/budget-sources.js'

testClient(t, 'TypeScript 5')
testClient(t, 'TypeScript 6')
testClient(t, 'TypeScript 7')

for (const count of [100, 300]) {
  t.test(`a client for ${count} resources, a record of each read and changed, costs at most ${count * 1300} instantiations`, async (t) => {
    const [without, used] = (await Promise.all(
      [false, true].map(async (isUsed) => {
        const name = `client-of-${count}${isUsed ? '-used' : ''}`
        return await compile('TypeScript 7', name, [writeSource(name, clientSource(count, { isUsed }))])
      })
    )) as [Awaited<ReturnType<typeof compile>>, Awaited<ReturnType<typeof compile>>]
    t.equal(used.errors, '')
    const cost = used.instantiations - without.instantiations
    t.ok(
      cost > 0 && cost <= count * 1300,
      `${cost} instantiations beside ${without.instantiations}, ${used.seconds} s`
    )
  })
}
