/** A controller in a module of its own. */

import { controller, draw } from '../../lib/index.js'

const routes = draw((map) => map.namespace('admin', (admin) => admin.resource('account', { only: 'show' })))

export default controller.for<typeof routes>()('admin/accounts', { show: async () => 1 })
