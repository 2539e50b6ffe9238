/**
 * What types say of the client, by the fastest compiler; the others, and what it costs, are in
 * typed-client.slow.ts.
 */

import t from 'tap'
import { testClient } from './support/typed-client.js'

testClient(t, 'TypeScript 7')
