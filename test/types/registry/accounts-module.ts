/** A controller in a file of its own. */

import { controller } from 'fastify-resources'

export default controller('admin/accounts', { show: async () => 1 })
