/** Fields that are expensive for a careless parser. */

import { MAX_KEYS } from '../../lib/urls/query.js'

const SHAPES: Readonly<Record<string, (index: number) => string>> = {
  'far places, deep': (index) => `a[${index % 1000}]${'[999]'.repeat(9)}`,
  'far places, short': (index) => `a[${index % 1000}][999][999]`,
  'near places, deep': (index) => `a[${index % 1000}]${'[9]'.repeat(9)}`,
  'far places beside names': (index) => `a[${index >> 1}][${index % 2 === 0 ? 'b' : 999}]=`,
  'far places, from the last': (index) => `a[${999 - (index % 1000)}]=`,
  'places in no order': (index) => `a[${(index * 7) % 1000}]=`,
  'places beyond the bounds': (index) => `a[${index + 1000}]=`,
  'huge places': () => 'a[99999999999999999999][4294967295]=1',
  'lists in lists': () => 'a[][][][][][][][][][]=',
  'lists in many lists': (index) => `${index.toString(36)}[][][][][][][][][][]=`,
  'rows of one key': () => 'a[][b]=',
  'rows of rows': (index) => (index % 9 === 0 ? 'a[][b]=' : 'a[][c][][d]='),
  'rows of deep keys': () => `a[]${'[x]'.repeat(9)}=`,
  'names, deep': (index) => `a[${index}]${'[x]'.repeat(9)}=`,
  'pairs of deep names': (index) => `a[${index >> 1}]${'[xxx]'.repeat(8)}[x${index & 1}]`,
  'a tree of two branches each': (index) => `a${index.toString(2).padStart(10, '0').replace(/./g, '[$&]')}=`,
  'names, too deep': (index) => `a[${index}]${'[x]'.repeat(12)}=`,
  'one value again and again': () => 'a=1',
  'one list of all': () => 'a[]=1',
  'a list and an object': (index) => (index % 2 === 0 ? 'a[]=1' : `a[b${index}]=1`),
  'values and lists and objects': (index) =>
    ['a=1', 'a[]=1', 'a[b]=1', 'a[0]=1', 'a[b][]=1'][index % 5] as string,
  'nothing but ampersands': () => '',
  'nothing but equals signs': () => '=',
  'empty names': (index) => `=${index}`,
  'empty brackets': () => '[]=1',
  'no value at all': () => 'a',
  'names of the prototype': (index) =>
    [
      '__proto__[x]=1',
      'a[__proto__][x]=1',
      'constructor[prototype][x]=1',
      'toString=1',
      'a[hasOwnProperty]=1'
    ][index % 5] as string,
  'encoded brackets': (index) => `a%5B${index}%5D%5B%5D=`,
  'invalid escapes': (index) => `%${index}%ff=%zz`,
  spaces: (index) => `a+${index}+++[+]=++`
}

const SINGLE: Readonly<Record<string, (length: number) => string>> = {
  'opening brackets': (length) => '['.repeat(length),
  'closing brackets': (length) => ']'.repeat(length),
  'opening brackets of a name': (length) => `a${'['.repeat(length)}`,
  'encoded opening brackets': (length) => '%5B'.repeat(length / 3),
  'one name, never closed': (length) => `a${'[b]'.repeat(length / 3)}[`,
  'one name, followed by text': (length) => `a${'[b]'.repeat(length / 3)}c`,
  'one name, very deep': (length) => `a${'[b]'.repeat(length / 3)}`,
  'one long name': (length) => 'a'.repeat(length),
  'one long key': (length) => `a[${'b'.repeat(length)}]`,
  'digits without end': (length) => `a[${'9'.repeat(length)}]`
}

/** Characters of each kind. */
export function hostileFields (length: number): ReadonlyArray<readonly [name: string, text: string]> {
  return [
    ...Object.entries(SHAPES).map(([name, shape]) => [name, repeatTo(length, shape)] as const),
    // As many as are read, so that none is saved by being refused.
    ...Object.entries(SHAPES).map(
      ([name, shape]) => [`${name}, within the bounds`, repeatTo(length, shape, MAX_KEYS)] as const
    ),
    ...Object.entries(SINGLE).map(([name, shape]) => [name, shape(length)] as const)
  ]
}

function repeatTo (length: number, shape: (index: number) => string, keys = Infinity): string {
  const pieces: string[] = []
  for (let index = 0, left = length, leftKeys = keys; left > 0 && leftKeys > 0; index++) {
    const piece = shape(index)
    pieces.push(piece)
    left -= piece.length + 1
    leftKeys -= piece.split(/\]|%5D/).length
  }
  return pieces.slice(0, keys === Infinity ? undefined : -1).join('&')
}
