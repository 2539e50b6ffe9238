import router from '@adonisjs/core/services/router'

const NotesController = async () => await import('./notes.ts')

router.resource('notes', NotesController).only(['index', 'store', 'show']).where('id', router.matchers.number())
