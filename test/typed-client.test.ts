/**
 * What types say of the client, by the fastest compiler; the others, and what it costs, are in
 * typed-client.slow.ts.
 */

import { testClient } from './support/typed-client.js'

testClient('TypeScript 7')
