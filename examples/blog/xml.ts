/** Records as XML. */

import { XMLBuilder } from 'fast-xml-parser'

const builder = new XMLBuilder({ format: true })

/** `toXml('post', post)`; a list as `toXml('posts', { post: posts })`. */
export function toXml (name: string, value: object): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${String(builder.build({ [name]: value }))}`
}
