/** The page: calls the API of `api.ts` by the typed client, and shows what comes back. */

import { ResponseError, createClient } from 'fastify-resources/client'
import { createUrlFor } from 'fastify-resources/urls'
import type { AlbumRow, controllers, routes } from './api.js'

const json = await (await fetch('/routes.json')).json()
const client = createClient<typeof routes, typeof controllers>(json, { baseUrl: '/v1', ifMatch: 'version' })
const urlFor = createUrlFor<typeof routes>(json, { baseUrl: '/v1' })
const find = <T extends Element>(root: ParentNode, selector: string) => root.querySelector(selector) as T
const valuesOf = (data: FormData) => ({ title: String(data.get('title')), text: String(data.get('text')) })

/** Calls the API when a form is sent. Then the albums show, or messages at the fields. */
function onSubmit (form: HTMLFormElement, call: (data: FormData) => Promise<unknown>) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    showErrors(form, {})
    try {
      await call(new FormData(form))
      form.reset()
      await showAlbums()
    } catch (error) {
      if (!(error instanceof ResponseError)) throw error
      showErrors(form, Object.keys(error.fields).length > 0 ? error.fields : { '': [error.message] })
    }
  })
}

function showErrors (form: HTMLFormElement, fields: ResponseError['fields']) {
  for (const output of form.querySelectorAll('output')) {
    output.value = fields[output.dataset.of ?? '']?.join(', ') ?? ''
    output.previousElementSibling?.setAttribute('aria-invalid', String(output.value !== ''))
  }
}

async function showAlbums () {
  find(document, 'main').replaceChildren(...(await client.albums.index()).map(cardOf))
}

function cardOf (album: AlbumRow) {
  const card = find<HTMLTemplateElement>(document, 'template').content.cloneNode(true) as DocumentFragment
  find<HTMLInputElement>(card, '.edit [name=title]').value = album.title
  find<HTMLInputElement>(card, '.edit [name=text]').value = album.text ?? ''
  onSubmit(find(card, '.edit'), async (data) => await client.albums.update(album, valuesOf(data)))
  onSubmit(find(card, '.upload'), async (data) => await client.photos.create(album, data))
  onSubmit(find(card, '.delete'), async () => await client.albums.destroy(album))
  find(card, '.photos').append(...album.photos.map((photo) =>
    Object.assign(new Image(), { src: urlFor.photoPath(photo), alt: photo.title })))
  return card
}

onSubmit(find(document, '#create'), async (data) => await client.albums.create(valuesOf(data)))
await showAlbums()
