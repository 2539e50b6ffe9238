/** JSON pointers (RFC 6901): `/post/tags/0`. */

/** The pointer of a key in what is at another pointer. */
export function pointerTo (key: string, at: string): string {
  return `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** `/post/tags/0` → `['post', 'tags', '0']`. */
export function keysAt (pointer: string): string[] {
  return pointer.split('/').slice(1).map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}
