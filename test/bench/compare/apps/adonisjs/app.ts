import { IgnitorFactory } from '@adonisjs/core/factories'

const vinejs = async () => await import('@adonisjs/core/providers/vinejs_provider')
const preloads = [
  async () => await import('./routes.ts'),
  async () => await import('./kernel.ts')
]

const ignitor = new IgnitorFactory()
  .withCoreProviders()
  .withCoreConfig()
  .merge({ rcFileContents: { providers: [vinejs], preloads } })
  .create(new URL('./', import.meta.url), { importer: async (path) => await import(path) })

await ignitor.httpServer().start()
