/** The journey of forms. */

import { addQuery } from '../helpers/urls/query.js'
import { kindOf } from './crawl.js'
import type { Crawl, ShownForm } from './crawl.js'
import { insist } from './insist.js'
import type { Attempt } from './insist.js'
import { formFault, redirectTarget } from './outcome.js'
import type { WalkRow } from './rows.js'
import { guessValue } from './visitor.js'
import type { Visitor } from './visitor.js'
import type { ExploredWorld, Journey, Walk } from './walk.js'
import { askerOf, STRANGER } from './world.js'
import type { Step, World } from './world.js'

/** Each form that a visitor is shown, once for each kind of page. */
export const submit: Journey = async (walk) =>
  await insist(walk, {
    itemsOf: (world, name) => formsOf(walk, world, name),
    keyOf: ({ key }) => key,
    attempt: async (world, visitor, shown) => await submitForm(walk, world, visitor, shown)
  })

interface KeyedForm extends ShownForm {
  readonly key: string
  readonly row: WalkRow | undefined
}

function formsOf (walk: Walk, world: ExploredWorld, name: string): readonly KeyedForm[] {
  const { forms } = world.crawls.get(name) as Crawl
  const keyed = new Map<string, KeyedForm>()
  for (const shown of forms) {
    const { form: { override, fields }, page, url } = shown
    if (walk.ignore?.test(url) === true) continue
    const row = world.rowAt(override, url)
    // A button on many pages is one.
    const place = fields.every(({ isFixed }) => isFixed) ? '' : kindOf(world, page)
    const key = [place, override, row?.label ?? url, ...fields.map((field) => field.name)].join(' ')
    if (!keyed.has(key)) keyed.set(key, { ...shown, key, row })
  }
  const isLast = ({ form: { override } }: KeyedForm): number => Number(override === 'DELETE')
  return [...keyed.values()].sort((one, other) => isLast(one) - isLast(other))
}

async function submitForm (
  walk: Walk, world: World, visitor: Visitor, { form: wanted, page, row, url }: KeyedForm
): Promise<Attempt> {
  const asked = await askerOf(visitor)
  // A fresh page, since its token may be of a session that has ended.
  const shown = await asked.ask({ method: 'GET', url: page })
  const names = wanted.fields.map(({ name }) => name).join()
  const form = shown.page?.forms.find(
    ({ action, override, fields }) =>
      action === wanted.action &&
      override === wanted.override &&
      fields.map(({ name }) => name).join() === names
  )
  if (form === undefined) {
    const label = row?.label ?? `${wanted.override} ${url}`
    return { steps: [], isDone: false, unproved: `${label}: its form is gone when ${page} is asked again` }
  }
  const body = row === undefined ? {} : walk.sample(row)
  // A form names its values as a query does.
  const values = new URLSearchParams(addQuery('', body, []))
  const answer = await asked.submit(
    form,
    url,
    (field) => field.value || (values.get(field.name) ?? guessValue(field))
  )
  const isWrong = !form.isMultipart && form.fields.some(({ type }) => type === 'file')
  const step: Step = {
    kind: 'form',
    visitor: visitor.name,
    method: form.override,
    url,
    row,
    answer,
    page,
    form,
    ...(isWrong && {
      fault: `has a file, but no enctype="multipart/form-data", in its form to ${form.action}`
    })
  }
  const target = redirectTarget(answer, url, world.address)
  const next =
    target === undefined
      ? undefined
      : await world.ask(asked, { method: 'GET', url: target }, { kind: 'page' })
  const sent = next === undefined ? step : { ...step, next }
  return { steps: [sent], isDone: formFault(sent, visitor.name === STRANGER) === undefined }
}
