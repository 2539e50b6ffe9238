import server from '@adonisjs/core/services/server'

server.use([async () => await import('@adonisjs/core/bodyparser_middleware')])
